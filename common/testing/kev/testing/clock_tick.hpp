/// @file
/// How exactly the system keeps time limits.
#pragma once

#include <chrono>

namespace kev::testing {

/// By how much the system's own time-outs may come too early: Windows counts them in ticks of its clock,
/// up to 15.6 ms. Elsewhere 0.
extern std::chrono::microseconds const time_outs_may_be_early_by;

} // namespace kev::testing
