// The adapters of other projects' locks meet the suites of their concepts: what is measured does exclude. All that
// are missing on this machine are missing here.
#include <kev/bench/optional_locks.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/testing/lockable_suite.hpp>
#include <kev/testing/shared_lockable_suite.hpp>

namespace kev::testing {

using namespace kev::bench;

// Where neither is there, nobody is asked.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SharedLockable);

// None of these sleeps through lab 02's wrapper.
#if defined(_WIN32)
template <>
inline constexpr bool sleeps_are_counted<srw_lock> = false;
template <>
inline constexpr bool sleeps_are_counted<critical_section> = false;
INSTANTIATE_TYPED_TEST_SUITE_P(Srwlock, Lockable, srw_lock);
INSTANTIATE_TYPED_TEST_SUITE_P(CriticalSection, Lockable, critical_section);
#else
template <>
inline constexpr bool sleeps_are_counted<adaptive_mutex> = false;
INSTANTIATE_TYPED_TEST_SUITE_P(PthreadAdaptive, Lockable, adaptive_mutex);
#endif

#if defined(KEV_PEER_ABSL)
template <>
inline constexpr bool sleeps_are_counted<absl_mutex> = false;
INSTANTIATE_TYPED_TEST_SUITE_P(Absl, Lockable, absl_mutex);
INSTANTIATE_TYPED_TEST_SUITE_P(Absl, SharedLockable, absl_mutex);
#endif

#if defined(KEV_PEER_PARKING_LOT)
template <>
inline constexpr bool sleeps_are_counted<parking_lot_mutex> = false;
template <>
inline constexpr bool sleeps_are_counted<parking_lot_shared_mutex> = false;
using parking_lot_locks = ::testing::Types<parking_lot_mutex, parking_lot_shared_mutex>;
INSTANTIATE_TYPED_TEST_SUITE_P(ParkingLot, Lockable, parking_lot_locks);
INSTANTIATE_TYPED_TEST_SUITE_P(ParkingLot, SharedLockable, parking_lot_shared_mutex);
#endif

#if defined(KEV_PEER_MCFGTHREAD)
template <>
inline constexpr bool sleeps_are_counted<mcfgthread_mutex> = false;
INSTANTIATE_TYPED_TEST_SUITE_P(Mcfgthread, Lockable, mcfgthread_mutex);
#endif

} // namespace kev::testing
