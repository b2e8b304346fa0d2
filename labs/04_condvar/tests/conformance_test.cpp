// Every condition variable that is measured, with the mutex that it is measured with: the list is that of the
// benchmarks. Those of others are in it, and so the suite itself is tested.
#include "condvars.hpp"

#include <kev/testing/condition_variable_suite.hpp>
#include <kev/testing/tested_types.hpp>

namespace kev::testing {

using namespace kev::lab04;

template <typename Condvar>
requires(!bench::counts_calls<Condvar>) inline constexpr bool condvar_sleeps_are_counted<Condvar> =
    false;

template <>
inline constexpr bool may_pass_waiters_over<lock_free_condvar> = true;
template <>
inline constexpr bool may_pass_waiters_over<counting_condvar> = true;

template <typename... Pairs>
using tested =
    tested_types<waits_with<typename Pairs::condvar, typename Pairs::mutex>...,
                 // any lockable: a mutex of another kind, and the standard's class for all
                 waits_with<chain_condvar, queue_mutex>,
                 waits_with<std::condition_variable_any, queue_mutex>>;
using pairs = decltype(bench::condvars)::as<tested>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab04, ConditionVariable, pairs, type_numbers);

} // namespace kev::testing
