/// @file
/// For tests that take their locks from a list of the benchmarks: what does not count its calls of the kernel there does
/// not count its sleeps here.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

template <typename Lock>
requires(!bench::counts_calls<Lock>) inline constexpr bool sleeps_are_counted<Lock> = false;

} // namespace kev::testing
