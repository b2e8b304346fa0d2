// The end of a run that only an unfair scheduler could go on with.
#pragma once

#include <kev/checker/event.hpp>
#include <kev/checker/run.hpp>

#include <vector>

namespace kev::checker {

// Goes the way of `turns` again, and from there on lets one thread after the other make a step, as a fair scheduler
// would sooner or later. The run is recorded.
ending execute_fairly(run& r, std::vector<turn> const& turns);

// The turns of a trace that come before its loop.
std::vector<turn> way_to_loop(schedule const& trace);

} // namespace kev::checker
