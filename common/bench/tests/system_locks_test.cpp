// The system's locks, which ours are measured against, do what ours must do; and so the suite itself is tested.
#include <kev/bench/system_locks.hpp>
#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

template <typename Lock>
requires(!bench::counts_calls<Lock>) inline constexpr bool sleeps_are_counted<Lock> = false;

// What the storm looks for, a lost wake-up of our own, cannot be here.
template <typename Lock>
requires(!bench::counts_calls<Lock>) inline constexpr int storm_turns<Lock> = 10'000;

using locks = decltype(bench::system_locks)::as<::testing::Types>;
INSTANTIATE_TYPED_TEST_SUITE_P(System, Lockable, locks);

} // namespace kev::testing
