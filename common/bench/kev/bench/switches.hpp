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

} // namespace kev::bench
