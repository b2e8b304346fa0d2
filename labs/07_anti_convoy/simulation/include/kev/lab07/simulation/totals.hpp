/// @file
/// What a simulation counts, and who may watch it.
#pragma once

#include <cstddef>
#include <cstdint>

#include <kev/lab07/simulation/parameters.hpp>

namespace kev::lab07::simulation {

/// Counts and times from the start of a run to the moment at which they are read.
struct totals {
    std::uint64_t events = 0; ///< steps of the simulation itself
    std::uint64_t arrivals = 0;
    std::uint64_t turned_away = 0; ///< came when parameters::most_threads were there
    std::uint64_t acquisitions = 0;
    std::uint64_t waits = 0; ///< arrivals that found the lock taken
    std::uint64_t sleeps = 0;
    std::uint64_t wakes = 0;
    std::uint64_t futile_wakes = 0; ///< woken, and found the lock taken
    std::uint64_t hand_offs = 0;
    std::uint64_t spins_won = 0;  ///< a waiter that got the lock while it spun
    std::uint64_t spins_lost = 0; ///< a waiter that spun in vain and went to sleep
    std::uint64_t switches = 0;   ///< a core was given to a thread that was not on it
    std::uint64_t preemptions = 0;
    std::uint64_t most_waiting =
        0; ///< longest queue, those who spin and those on their way included
    std::uint64_t most_overtaken =
        0;                  ///< most acquisitions, in one wait, beyond those in line before it
    ticks longest_wait = 0; ///< of those who got the lock
    double waited = 0;      ///< waiting threads times time: divided by the time, the mean queue
    ticks free = 0;         ///< how long the lock was free, ...
    ticks held = 0;         ///< ... held by a thread that has run since it got it, ...
    ticks handed_off = 0;   ///< ... given to a thread that did not run yet
    ticks spun =
        0; ///< what the cores have spent on waiters that watch the lock, up to their last stop
};

/// What happens to a thread.
enum class happening : std::uint8_t { arrives, sleeps, is_woken, runs, acquires, releases };

/// Is told everything that happens, in order. Threads are numbered in the order of their creation.
class watcher {
public:
    virtual void saw(ticks when, std::uint64_t thread, happening what) = 0;

protected:
    ~watcher() = default;
};

} // namespace kev::lab07::simulation
