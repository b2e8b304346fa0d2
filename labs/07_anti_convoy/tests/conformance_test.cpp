// Every mutex of the lab is a Lockable, the reader/writer lock a SharedLockable besides.
#include <kev/lab07/bounded_mutex.hpp>
#include <kev/lab07/handoff_mutex.hpp>
#include <kev/lab07/lockcount_critical_section.hpp>
#include <kev/lab07/mcs_mutex.hpp>
#include <kev/lab07/srw_lock.hpp>
#include <kev/lab07/ticket_mutex.hpp>
#include <kev/lab07/unfair_mutex.hpp>
#include <kev/testing/lockable_suite.hpp>
#include <kev/testing/shared_lockable_suite.hpp>

namespace kev::testing {

using namespace kev::lab07;

// These two never sleep.
template <>
inline constexpr bool sleeps_are_counted<ticket_mutex> = false;
template <>
inline constexpr bool sleeps_are_counted<mcs_mutex> = false;

// These are handed from thread to thread.
template <>
inline constexpr int storm_turns<handoff_mutex> = 10'000;
template <>
inline constexpr int storm_turns<ticket_mutex> = 2'000;
template <>
inline constexpr int storm_turns<mcs_mutex> = 2'000;

using mutexes = ::testing::Types<handoff_mutex, unfair_mutex, bounded_mutex,
                                 lockcount_critical_section, srw_lock, ticket_mutex, mcs_mutex>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab07, Lockable, mutexes);

INSTANTIATE_TYPED_TEST_SUITE_P(Lab07, SharedLockable, ::testing::Types<srw_lock>);

} // namespace kev::testing
