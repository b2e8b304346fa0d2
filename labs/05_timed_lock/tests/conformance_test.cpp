// timed_mutex is a Lockable and a TimedLockable. std::timed_mutex is in the list so that the suite itself
// is tested.
#include <kev/lab05/timed_mutex.hpp>
#include <kev/testing/lockable_suite.hpp>
#include <kev/testing/timed_lockable_suite.hpp>

namespace kev::testing {

using kev::lab05::timed_mutex;

INSTANTIATE_TYPED_TEST_SUITE_P(Lab05, Lockable, timed_mutex);

#if defined(__SANITIZE_THREAD__) // that of GCC 12 does not know how std::timed_mutex waits
using locks = ::testing::Types<timed_mutex>;
#else
using locks = ::testing::Types<timed_mutex, std::timed_mutex>;
#endif
INSTANTIATE_TYPED_TEST_SUITE_P(Lab05, TimedLockable, locks);

} // namespace kev::testing
