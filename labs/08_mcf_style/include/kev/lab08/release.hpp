/// @file
/// The one place at which the types of this lab release a sleeper.
#pragma once

#include <cstdint>

namespace kev::lab08 {

/// Releases one thread that sleeps on this key. The caller has claimed it: has taken it off a count of
/// sleepers, so that it is in the kernel or will be, whatever else happens. Blocks until it comes.
///
/// On Windows the process may be ending, and its other threads be dead already: then nobody will
/// come, and the call returns (src/nt/release.cpp says how it knows).
void release(void const* key) noexcept;

/// The same for so many sleepers, one after the other.
inline void release(void const* key, std::uintptr_t count) noexcept {
    for (; count > 0; --count) release(key);
}

} // namespace kev::lab08
