// The report of what the library has counted, if KEV_REPORT asks for it.
#pragma once

#include <atomic>
#include <cstdint>

namespace kev::interpose {

/// Whether anything is counted.
extern std::atomic<bool> reporting;

inline bool is_reporting() noexcept {
    // relaxed: it is set once, early, and guards no data.
    return reporting.load(std::memory_order_relaxed);
}

/// The counted events, one number for each.
enum class counted {
    mutexes,
    acquisitions,
    contended,
    sleeps,
    condition_waits,
    timed_waits, // for a condition, with a time limit
    timed_out,   // of these
    shared_locks,
    onces,
    semaphores,
    spins,
    passed_on,
    last
};

void add_one(counted what) noexcept;

/// Counts, in a process that reports. May be called in a signal handler.
inline void count(counted what) noexcept {
    if (is_reporting()) [[unlikely]]
        add_one(what);
}

inline void count_sleep() noexcept {
    count(counted::sleeps);
}

/// Nanoseconds of a steady clock.
std::int64_t nanoseconds_now() noexcept;

/// A thread has waited so long for a mutex.
void note_wait(std::int64_t nanoseconds) noexcept;

/// Begins to count if KEV_REPORT is 1, or the path of a file from the root on, to which the report is added.
void begin_report() noexcept;

} // namespace kev::interpose
