/// @file
/// Context switches of the calling thread.
#pragma once

#include <cstdint>

namespace kev::bench {

/// How often the calling thread has given up or lost its processor so far; 0 for ever where the
/// system does not tell (Windows).
std::uint64_t this_thread_switches() noexcept;

/// Whether this_thread_switches() counts here.
bool switches_are_counted() noexcept;

/// Whether this_thread_tally() has the calls of which keyed events are made: where they are emulated.
#if defined(_WIN32)
inline constexpr bool futex_calls_are_counted = false;
#else
inline constexpr bool futex_calls_are_counted = true;
#endif

} // namespace kev::bench
