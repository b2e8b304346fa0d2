// How a run ends that could go on for ever: in a livelock, by an unfair scheduler, or merely long.
#pragma once

#include <kev/checker/event.hpp>
#include <kev/checker/run.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace kev::checker {

enum class tail {
    livelock, // the end repeats itself, and every thread that could have run takes part
    unfair,   // it repeats itself, but only because the scheduler leaves a thread out
    open,     // it does not repeat itself
};

// Looks at the end of a trace: the same steps of the same threads, with the same values, again and
// again? Then it is folded: what is left is the way there and one round, which loop_begin and
// loop_end mark.
tail examine_tail(run const& r, schedule& trace);

// Goes the way of `turns` again, and from there on lets one thread after the other make a step, as a fair scheduler
// would sooner or later. The run is recorded.
ending execute_fairly(run& r, std::vector<turn> const& turns);

// The turns of a trace that come before its loop.
std::vector<turn> way_to_loop(schedule const& trace);

// The place in the list of the thread that comes first after thread `last`. Behind the highest number comes the lowest.
std::size_t next_in_turn(std::span<candidate const> candidates, std::size_t last) noexcept;

} // namespace kev::checker
