/// @file
/// The parameters of a simulation.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace kev::lab07::simulation {

/// Time in any unit. The article counts processor cycles.
using ticks = std::uint64_t;

/// A time that never comes.
inline constexpr ticks for_ever = std::numeric_limits<ticks>::max();

/// The ways to release the lock.
enum class policy : std::uint8_t {
    hand_off, ///< gives the lock to the first waiter, awake or not: fair
    unfair,   ///< leaves the lock free and wakes the first waiter, which has to try again
    bounded   ///< as unfair, but gives the lock to the woken waiter when its patience is over
};

/// Whether the times between arrivals are equal or exponentially distributed.
enum class spacing : std::uint8_t { fixed, random };

/// One system. The defaults are the article's numbers: an arrival every 2,000 cycles, 1,000 cycles
/// under the lock, 4,000 for a context switch, processors without limit.
struct parameters {
    policy lock = policy::hand_off;
    spacing arrivals = spacing::fixed;
    /// In an open system, the time between two arrivals. In a closed system, a thread's work between its release and its
    /// next arrival.
    ticks interval = 2000;
    ticks hold = 1000; ///< how long each owner computes under the lock
    ticks context_switch =
        4000;             ///< from the moment a thread is given a processor until it runs on it
    unsigned cores = 0;   ///< 0: no limit
    unsigned threads = 0; ///< 0: an open system, in which every arrival is a new thread
    ticks spin = 0;       ///< how long a waiter watches the lock, on its core, before it sleeps
    bool wake_bit =
        true; ///< unfair, bounded: no thread is woken while another woken thread does not run yet
    bool spinners_first = false; ///< unfair, bounded: no thread is woken while another thread spins
    /// bounded: how long other threads may overtake a woken waiter, which stays first in line. There is one such heir at a
    /// time, so there is at most one hand-off in this time.
    ticks patience = 1'000'000;
    ticks time_slice = 0;   ///< 0: a thread keeps its core until it sleeps or ends
    bool boost = true;      ///< a woken thread goes first among those that want a core
    ticks disturb_at = 0;   ///< the first owner after this moment holds the lock longer, ...
    ticks disturb_hold = 0; ///< ... for this time; 0: no disturbance
    /// Open system: when the first threads arrive. The other threads follow the last of these.
    std::vector<ticks> first_arrivals{0};
    unsigned most_threads =
        1'000'000;          ///< open system: a thread that comes when so many exist is turned away
    std::uint64_t seed = 1; ///< equal parameters and seeds give equal runs, on every machine
};

/// Describes the first fault of the parameters. Empty if they have none.
std::string_view fault_of(parameters const& given) noexcept;

} // namespace kev::lab07::simulation
