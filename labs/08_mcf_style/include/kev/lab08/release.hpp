/// @file
/// The one place at which the types of this lab release a sleeper.
#pragma once

#include <cstdint>

namespace kev::lab08 {

/// Releases one thread that sleeps on this key. The caller has claimed that thread: it took the thread off a
/// count of sleepers. So the thread is in the kernel, or will be. Blocks until it comes.
///
/// On Windows the process may be ending, and its other threads may be dead already. Then no thread will
/// come, and the call returns (src/nt/release.cpp says how it knows).
void release(void const* key) noexcept;

/// The same for `count` sleepers, in turn.
inline void release(void const* key, std::uint64_t count) noexcept {
    for (; count > 0; --count) release(key);
}

} // namespace kev::lab08
