// The locks around the mutex meet the suites of their concepts. The standard library's reader/writer lock
// is in the lists so that the new suite itself is tested.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/recursive_mutex.hpp>
#include <kev/lab08/semaphore.hpp>
#include <kev/lab08/shared_mutex.hpp>
#include <kev/testing/condition_variable_suite.hpp>
#include <kev/testing/lockable_suite.hpp>
#include <kev/testing/semaphore_suite.hpp>
#include <kev/testing/shared_lockable_suite.hpp>
#include <kev/testing/shared_timed_lockable_suite.hpp>
#include <kev/testing/timed_lockable_suite.hpp>

namespace kev::testing {

using lab08::condition_variable;
using lab08::counting_semaphore;
using lab08::recursive_mutex;
using lab08::shared_mutex;

template <>
inline constexpr bool may_pass_waiters_over<condition_variable> = true;

using locks = ::testing::Types<recursive_mutex, shared_mutex>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, Lockable, locks);
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, TimedLockable, locks);

// Not where it cannot be trusted: ThreadSanitizer of GCC 12 does not know how it waits, and that of mingw-w64
// 10 (winpthreads) let readers see half a write, in one of two runs under Wine.
#if defined(__SANITIZE_THREAD__) || defined(_WIN32)
using shared_locks = ::testing::Types<shared_mutex>;
#else
using shared_locks = ::testing::Types<shared_mutex, std::shared_timed_mutex>;
#endif
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, SharedLockable, shared_locks);
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, SharedTimedLockable, shared_locks);

// The condition variable takes any lock.
using pairs = ::testing::Types<waits_with<condition_variable, recursive_mutex>,
                               waits_with<condition_variable, shared_mutex>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, ConditionVariable, pairs);

using semaphores = ::testing::Types<counting_semaphore<>, counting_semaphore<16>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, Semaphore, semaphores);

} // namespace kev::testing
