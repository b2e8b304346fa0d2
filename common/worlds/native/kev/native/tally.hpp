/// @file
/// How often a thread has called the kernel, for tests and measurements.
#pragma once

#include <atomic>
#include <cstdint>

namespace kev::inline native {

/// The calls that one thread has made so far into the kernel, or the emulation of it. Tests and benchmarks
/// read it: a stress test in which no thread ever slept has tested nothing.
struct tally {
    std::uint64_t waits = 0;    ///< NtWaitForKeyedEvent calls made by the wrapper of lab 02
    std::uint64_t releases = 0; ///< NtReleaseKeyedEvent calls made by the wrapper of lab 02
    std::uint64_t sleeps = 0;   ///< emulation only: calls that put this thread to sleep
    std::uint64_t wakes = 0;    ///< emulation only: calls that woke another thread
};

/// The calling thread's own tally; no other thread may touch it. Only tests and measurements call this, and only a
/// program that calls it counts anything: its definition is in the library kev_call_counter, and sets the hook below.
tally& this_thread_tally() noexcept;

namespace detail {
// The function that count_call() calls; null in a program without kev_call_counter.
inline constinit std::atomic<void (*)(std::uint64_t tally::*) noexcept> call_counter{nullptr};
} // namespace detail

/// Adds one to that number of the calling thread's tally, in a program that reads tallies. In any other program
/// this is one load of a null pointer. A lock calls it when its call of the kernel has returned: before that call,
/// another thread may already block until this thread is in the kernel.
inline void count_call(std::uint64_t tally::*number) noexcept {
    // relaxed: the pointer is set before main() begins, and guards no data.
    if (auto* const count = detail::call_counter.load(std::memory_order_relaxed)) count(number);
}

} // namespace kev::inline native
