// The system's locks, which ours are measured against, do what ours must do; and so the suites themselves are tested.
#include <kev/bench/system_locks.hpp>
#include <kev/bench/system_set.hpp>
#include <kev/bench/tested.hpp>
#include <kev/testing/shared_lockable_suite.hpp>

namespace kev::testing {

// The storm looks for a lost wake-up of our own locks. These locks are the system's, so it cannot find one here.
template <typename Lock>
requires(!bench::counts_calls<Lock>) inline constexpr int storm_turns<Lock> = 10'000;

using locks = decltype(bench::system_locks + bench::system_recursive_locks +
                       bench::system_shared_locks)::as<::testing::Types>;
INSTANTIATE_TYPED_TEST_SUITE_P(System, Lockable, locks);

using shared_locks = decltype(bench::system_shared_locks)::as<::testing::Types>;
INSTANTIATE_TYPED_TEST_SUITE_P(System, SharedLockable, shared_locks);

} // namespace kev::testing
