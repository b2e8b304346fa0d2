/// @file
/// What a simulated lock and its users are like.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace kev::lab07::simulation {

/// Time, in whatever unit the caller likes: the article counts processor cycles.
using ticks = std::uint64_t;

/// A time that never comes.
inline constexpr ticks for_ever = std::numeric_limits<ticks>::max();

/// What a release does with the lock.
enum class policy : std::uint8_t {
    hand_off, ///< gives it to the first waiter, awake or not: fair
    unfair,   ///< leaves it free and wakes the first waiter, who has to try again
    bounded   ///< as unfair, but gives it to the woken waiter when its patience is over
};

/// Whether times between arrivals are all alike or exponentially distributed about their mean.
enum class spacing : std::uint8_t { fixed, random };

/// One system. The defaults are the article's numbers: an arrival every 2,000 cycles, 1,000 cycles
/// under the lock, 4,000 for a context switch, processors without limit.
struct parameters {
    policy lock = policy::hand_off;
    spacing arrivals = spacing::fixed;
    /// Open system: from one thread's arrival to the next one's. Closed: a thread's work between its
    /// release and its next arrival.
    ticks interval = 2000;
    ticks hold = 1000; ///< how long each owner computes under the lock
    ticks context_switch =
        4000;             ///< from the moment a thread is given a processor until it runs on it
    unsigned cores = 0;   ///< 0: as many as are wanted
    unsigned threads = 0; ///< 0: an open system, every arrival a new thread; else closed
    ticks spin = 0;       ///< how long a waiter watches the lock, on its core, before it sleeps
    bool wake_bit = true; ///< unfair, bounded: nobody is woken while another is on the way
    bool spinners_first = false; ///< unfair, bounded: nobody is woken while another spins
    /// bounded: how long a woken waiter, which stays the first in line, lets others go before it. There is one
    /// such heir at a time, so there is at most one hand-off in so much time.
    ticks patience = 1'000'000;
    ticks time_slice = 0;   ///< 0: a thread keeps its core until it sleeps or ends
    bool boost = true;      ///< a woken thread goes first among those that want a core
    ticks disturb_at = 0;   ///< the first owner from here on stays longer, ...
    ticks disturb_hold = 0; ///< ... this long; 0: no disturbance
    /// Open system: when the first threads arrive; the others follow the last of these.
    std::vector<ticks> first_arrivals{0};
    unsigned most_threads =
        1'000'000;          ///< open system: who comes when so many are there is turned away
    std::uint64_t seed = 1; ///< equal parameters and seeds give equal runs, on every machine
};

/// The first thing that is wrong with them, in words; empty if nothing is.
std::string_view fault_of(parameters const& given) noexcept;

} // namespace kev::lab07::simulation
