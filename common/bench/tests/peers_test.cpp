// The adapters of other projects' locks meet the suites of their concepts: what is measured does exclude. All that
// are missing on this machine are missing here.
#include <kev/bench/peers.hpp>
#include <kev/bench/tested.hpp>
#include <kev/testing/shared_lockable_suite.hpp>

namespace kev::testing {

// A machine without such locks has no types for these suites.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Lockable);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SharedLockable);

// GoogleTest has no empty list of types.
#if defined(KEV_PEER_ABSL) || defined(KEV_PEER_PARKING_LOT) || defined(KEV_PEER_MCFGTHREAD)
using locks =
    decltype(bench::optional_locks + bench::parking_lot_shared_locks)::as<::testing::Types>;
INSTANTIATE_TYPED_TEST_SUITE_P(Optional, Lockable, locks);
#endif

#if defined(KEV_PEER_ABSL) || defined(KEV_PEER_PARKING_LOT)
using shared_locks = decltype(bench::optional_shared_locks)::as<::testing::Types>;
INSTANTIATE_TYPED_TEST_SUITE_P(Optional, SharedLockable, shared_locks);
#endif

} // namespace kev::testing
