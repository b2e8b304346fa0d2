/// @file
/// What a simulation counts, and the interface of its watchers.
#pragma once

#include <cstddef>
#include <cstdint>

#include <kev/lab07/simulation/parameters.hpp>

namespace kev::lab07::simulation {

/// Counts and times from the start of a run to the moment at which they are read.
struct totals {
    std::uint64_t events = 0; ///< events of the simulation itself
    std::uint64_t arrivals = 0;
    std::uint64_t turned_away = 0; ///< threads that came when parameters::most_threads existed
    std::uint64_t acquisitions = 0;
    std::uint64_t waits = 0; ///< arrivals that found the lock owned
    std::uint64_t sleeps = 0;
    std::uint64_t wakes = 0;
    std::uint64_t futile_wakes = 0; ///< woken threads that found the lock owned
    std::uint64_t hand_offs = 0;
    std::uint64_t spins_won = 0;  ///< a waiter that got the lock while it spun
    std::uint64_t spins_lost = 0; ///< a waiter that spun in vain and went to sleep
    std::uint64_t switches = 0;   ///< how often a core was given to a thread that was not on it
    std::uint64_t preemptions = 0;
    std::uint64_t most_waiting = 0; ///< the longest queue, with spinners and woken threads
    std::uint64_t most_overtaken =
        0; ///< the most acquisitions during one wait, beyond the threads that were in line before
    ticks longest_wait = 0; ///< of the threads that got the lock
    double waited =
        0;          ///< the sum of waiting threads times time; divided by the time, the mean queue
    ticks free = 0; ///< how long the lock was free
    ticks held = 0; ///< how long the lock was owned by a thread that ran since it got the lock
    ticks handed_off = 0; ///< how long the lock was owned by a thread that did not run yet
    ticks spun = 0;       ///< the time that cores spent on spinning waiters, up to their last stop
};

/// The events in the life of a thread.
enum class happening : std::uint8_t { arrives, sleeps, is_woken, runs, acquires, releases };

/// Receives all events in order. Threads are numbered in the order of their creation.
class watcher {
public:
    virtual void saw(ticks when, std::uint64_t thread, happening what) = 0;

protected:
    ~watcher() = default;
};

} // namespace kev::lab07::simulation
