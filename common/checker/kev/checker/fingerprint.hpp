/// @file
/// Hashes of happens-before histories.
///
/// Two runs whose conflicting steps came in the same order are the same run in all that matters, in
/// whatever order the independent ones came (Mazurkiewicz, 1977). So each step is hashed together
/// with the steps it depends on, and with nothing else: the thread's step before it, the store that
/// it reads, and for a store, the reads that it overtakes. Equal histories get equal hashes.
#pragma once

#include <cstdint>

namespace kev::checker {

using fingerprint = std::uint64_t;

/// Mixes all bits (the finaliser of MurmurHash3, by Austin Appleby, in the public domain).
constexpr fingerprint mix(fingerprint value) noexcept {
    value ^= value >> 33;
    value *= 0xFF51AFD7ED558CCDu;
    value ^= value >> 33;
    value *= 0xC4CEB9FE1A85EC53u;
    return value ^ (value >> 33);
}

/// The hash of a sequence of two.
constexpr fingerprint mix(fingerprint first, fingerprint second) noexcept {
    return mix(first + 0x9E3779B97F4A7C15u + mix(second));
}

/// One object's part of the history.
struct dependency {
    fingerprint last_write = 0;
    fingerprint reads = 0;  ///< of the readers since; a sum, because their order does not matter
    fingerprint visits = 0; ///< who came with what in hand, in order: see run::situation()
};

} // namespace kev::checker
