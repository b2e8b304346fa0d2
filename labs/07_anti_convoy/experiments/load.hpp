// A load: what threads do that come back to one lock again and again, and its result.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kev::lab07 {

using std::chrono::nanoseconds;

/// The work of the threads.
struct load {
    int threads = 8;
    nanoseconds hold{0}; ///< how long a thread computes under the lock
    nanoseconds gap{0};  ///< how long a thread computes between unlock() and the next lock()
    /// Turns before this time are not counted: a convoy begins when two threads first meet.
    nanoseconds warm_up{0};
    bool timed = false;   ///< whether waits are measured; each turn then reads the clock twice
    nanoseconds bin{0};   ///< if above 0, turns are counted for each stretch of this length, ...
    std::size_t bins = 0; ///< ... for this many stretches; each turn then reads the clock once
};

/// The values that a running thread shows to the watching thread. Each seat has cache lines of its own.
struct alignas(128) seat {
    std::atomic<std::uint64_t> turns{0};
    std::atomic<bool> waiting{false};
};

/// The result of a load.
struct load_result {
    double seconds = 0;
    std::uint64_t acquisitions = 0;
    std::uint64_t sleeps = 0;      ///< calls of NtWaitForKeyedEvent
    std::uint64_t switches = 0;    ///< context switches of all threads
    double jain = 1;               ///< of the threads' turns
    nanoseconds longest_wait{0};   ///< if timed
    std::uint64_t most_passed = 0; ///< if timed: the most acquisitions of others during one wait
    std::vector<std::uint64_t> bins{}; ///< turns in each stretch of time
};

} // namespace kev::lab07
