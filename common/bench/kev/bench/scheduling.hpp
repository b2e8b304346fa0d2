/// @file
/// Where and how urgently a thread runs, for the few measurements that depend on it; and its context switches.
#pragma once

#include <cstdint>

namespace kev::bench {

/// Binds the calling thread to the n-th processor that this process may use. @return false if there
/// is no such processor, or the system cannot do it.
bool pin_this_thread(int n) noexcept;

/// Lets the calling thread run on every processor that the process was given at its start.
void unpin_this_thread() noexcept;

/// Gives the calling thread the lowest ordinary priority. @return false if the system refuses.
bool lower_this_threads_priority() noexcept;

/// Lets the calling thread run only when no thread of an ordinary priority wants its processor, as far as the
/// scheduler keeps to that: SCHED_IDLE on Linux. @return false if the system refuses.
bool idle_this_thread() noexcept;

/// Gives the calling thread a strict priority: while it can run, no thread of a lower level runs on its
/// processor (SCHED_FIFO on Linux). Level 0 takes the strict priority away. @return false if the system
/// refuses or has no such priorities for a process.
bool set_strict_priority(int level) noexcept;

/// How often the calling thread has given up or lost its processor so far; 0 forever where the
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
