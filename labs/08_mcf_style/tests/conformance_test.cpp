// The lab's types do what their concepts want. Those of the standard library are in the lists so that the
// suites themselves are tested.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/counter_condvar.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lab08/primitive_mutex.hpp>
#include <kev/testing/condition_variable_suite.hpp>
#include <kev/testing/destruction_suite.hpp>
#include <kev/testing/lockable_suite.hpp>
#include <kev/testing/once_suite.hpp>
#include <kev/testing/tested_types.hpp>
#include <kev/testing/timed_lockable_suite.hpp>

namespace kev::testing {

using lab08::condition_variable;
using lab08::mutex;

using locks = tested_types<lab08::primitive_mutex, mutex>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08, Lockable, locks, type_numbers);
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08, TimedLockable, mutex);
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08, Destruction, locks, type_numbers);

template <>
inline constexpr bool may_pass_waiters_over<lab08::counter_condvar> = true;

// counter_condvar has no wait for a condition: the suite's tests need one.
class with_predicate : public lab08::counter_condvar {
public:
    using counter_condvar::wait;
    template <typename Lock, typename Predicate>
    void wait(Lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }
};
template <>
inline constexpr bool may_pass_waiters_over<with_predicate> = true;

using pairs = tested_types<waits_with<with_predicate, lab08::primitive_mutex>,
                           waits_with<condition_variable, mutex>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08, ConditionVariable, pairs, type_numbers);

using flags = tested_types<lab08::once_flag, std::once_flag>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab08, Once, flags, type_numbers);

} // namespace kev::testing
