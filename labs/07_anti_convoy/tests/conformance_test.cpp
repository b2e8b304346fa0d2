// Every mutex that the lab measures is a Lockable, and the reader/writer lock is a SharedLockable, too. The list is that
// of the benchmarks.
#include "locks.hpp"

#include <kev/bench/tested.hpp>
#include <kev/testing/destruction_suite.hpp>
#include <kev/testing/shared_lockable_suite.hpp>
#include <kev/testing/tested_types.hpp>

namespace kev::testing {

using namespace kev::lab07;

// These locks are handed from thread to thread, which is slow.
template <>
inline constexpr int storm_turns<handoff_mutex> = 10'000;
template <>
inline constexpr int storm_turns<ticket_mutex> = 2'000;
template <>
inline constexpr int storm_turns<mcs_mutex> = 2'000;

using mutexes = decltype(bench::unfair_locks + bench::fair_locks)::as<tested_types>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab07, Lockable, mutexes, type_numbers);

INSTANTIATE_TYPED_TEST_SUITE_P(Lab07, SharedLockable, ::testing::Types<srw_lock>);

using short_lived = ::testing::Types<handoff_mutex, unfair_mutex, bounded_mutex, srw_lock>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab07, Destruction, short_lived);

} // namespace kev::testing
