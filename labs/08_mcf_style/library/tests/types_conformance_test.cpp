// The locks around the mutex meet the suites of their concepts.
#include <kev/lab08/condition_variable.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/testing/condition_variable_suite.hpp>
#include <kev/testing/lockable_suite.hpp>
#include <kev/testing/semaphore_suite.hpp>
#include <kev/testing/shared_lockable_suite.hpp>
#include <kev/testing/shared_timed_lockable_suite.hpp>
#include <kev/testing/tested_types.hpp>
#include <kev/testing/timed_lockable_suite.hpp>

namespace kev::testing {

using kev::counting_semaphore;
using kev::recursive_mutex;
using kev::shared_mutex;
using lab08::condition_variable;

using locks = tested_types<recursive_mutex, shared_mutex>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, Lockable, locks, type_numbers);
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, TimedLockable, locks, type_numbers);

INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, SharedLockable, shared_mutex);
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, SharedTimedLockable, shared_mutex);

// The condition variable takes any lock.
using pairs = tested_types<waits_with<condition_variable, recursive_mutex>,
                           waits_with<condition_variable, shared_mutex>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, ConditionVariable, pairs, type_numbers);

using semaphores = tested_types<counting_semaphore<>, counting_semaphore<16>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08Set, Semaphore, semaphores, type_numbers);

} // namespace kev::testing
