// Tells a livelock from a run that is merely long.
#pragma once

#include <kev/checker/event.hpp>
#include <kev/checker/run.hpp>

namespace kev::checker {

enum class tail {
    livelock, // the end repeats itself, and every thread that could have run takes part
    unfair, // it repeats itself, but only because the scheduler leaves a thread out: see fair_end.hpp
    open,   // it does not repeat itself
};

// Looks at the end of a trace: the same steps of the same threads, with the same values, again and
// again? Then it is folded: what is left is the way there and one round, which loop_begin and
// loop_end mark.
tail examine_tail(run const& r, schedule& trace);

} // namespace kev::checker
