/// @file
/// Hashes of happens-before histories.
///
/// Two runs whose conflicting steps came in the same order are the same run in all that matters, in
/// whatever order the independent ones came (Mazurkiewicz, 1977). So each step is hashed together
/// with the steps it depends on, and with nothing else: the thread's step before it, the store that
/// it reads, and for a store, its neighbors in the modification order and the reads that overtake
/// it. Equal histories get equal hashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

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

/// The hash of some bytes. Eight at a time, because the search asks for it at every choice.
inline fingerprint hash_of_bytes(void const* place, std::size_t size) noexcept {
    auto const* bytes = static_cast<unsigned char const*>(place);
    fingerprint sum = size;
    for (; size >= sizeof sum; size -= sizeof sum, bytes += sizeof sum) {
        fingerprint part = 0;
        std::memcpy(&part, bytes, sizeof part);
        sum = (sum ^ part) * 0x9E3779B97F4A7C15u;
        sum ^= sum >> 32; // what is high in one product is to reach what is low in the next
    }
    for (; size > 0; --size, ++bytes) sum = (sum ^ *bytes) * 0x100000001B3u; // FNV-1a's prime
    return mix(sum);
}

/// One object's part of the history.
struct dependency {
    fingerprint last_write = 0;
    fingerprint reads = 0;  ///< of the readers since; a sum, because their order does not matter
    fingerprint visits = 0; ///< who came with what in hand, in order: see run::situation()
};

} // namespace kev::checker
