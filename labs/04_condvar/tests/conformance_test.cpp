// Every condition variable of the lab, and those of the standard library so that the suite itself is
// tested.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/chain_condvar.hpp>
#include <kev/lab04/counting_condvar.hpp>
#include <kev/lab04/lock_free_condvar.hpp>
#include <kev/lab04/locked_condvar.hpp>
#include <kev/lab04/queue_condvar.hpp>
#include <kev/lab04/spin_lock.hpp>
#include <kev/testing/condition_variable_suite.hpp>

namespace kev::testing {

using namespace kev::lab04;
using kev::lab03::fast_mutex;

template <>
inline constexpr bool may_pass_waiters_over<lock_free_condvar> = true;
template <>
inline constexpr bool may_pass_waiters_over<counting_condvar> = true;

using pairs = ::testing::Types<
    waits_with<locked_condvar<>, fast_mutex>, waits_with<locked_condvar<spin_lock>, fast_mutex>,
    waits_with<lock_free_condvar, fast_mutex>, waits_with<counting_condvar, fast_mutex>,
    waits_with<chain_condvar, fast_mutex>, waits_with<queue_condvar, queue_mutex>,
    // any lockable: a mutex of another kind, and the standard's class for all
    waits_with<chain_condvar, queue_mutex>, waits_with<std::condition_variable_any, queue_mutex>,
    waits_with<std::condition_variable, std::mutex>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab04, ConditionVariable, pairs);

} // namespace kev::testing
