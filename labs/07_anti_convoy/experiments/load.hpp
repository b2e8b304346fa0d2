// What threads that come back to one lock again and again are asked to do, and what came of it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kev::lab07 {

using std::chrono::nanoseconds;

/// What the threads do.
struct load {
    int threads = 8;
    nanoseconds hold{0}; ///< computing under the lock
    nanoseconds gap{0};  ///< computing between unlock() and the next lock()
    /// What happens before this has passed is not counted: a convoy begins when two threads first meet.
    nanoseconds warm_up{0};
    bool timed = false;   ///< whether waits are measured, which costs two looks at the clock a turn
    nanoseconds bin{0};   ///< above 0: turns are counted for each stretch of so long, ...
    std::size_t bins = 0; ///< ... for so many stretches; costs one look at the clock a turn
};

/// What one thread shows to whoever watches while it runs. On cache lines of its own.
struct alignas(128) seat {
    std::atomic<std::uint64_t> turns{0};
    std::atomic<bool> waiting{false};
};

/// What came of a load.
struct load_result {
    double seconds = 0;
    std::uint64_t acquisitions = 0;
    std::uint64_t sleeps = 0;          ///< calls of NtWaitForKeyedEvent
    std::uint64_t switches = 0;        ///< context switches of all threads
    double jain = 1;                   ///< of the threads' turns
    nanoseconds longest_wait{0};       ///< if timed
    std::uint64_t most_passed = 0;     ///< if timed: most acquisitions by others during one wait
    std::vector<std::uint64_t> bins{}; ///< turns in each stretch of time
};

} // namespace kev::lab07
