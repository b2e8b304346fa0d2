// timed_mutex is a Lockable and a TimedLockable. The locks of the benchmarks are tested as Lockable, too.
// std::timed_mutex is tested as a TimedLockable, so that the suite itself is tested.
#include "peers.hpp"

#include <kev/bench/tested.hpp>
#include <kev/testing/sanitizers.hpp>
#include <kev/testing/tested_types.hpp>
#include <kev/testing/timed_lockable_suite.hpp>

#include <type_traits>

namespace kev::testing {

using kev::lab05::timed_mutex;

using measured = decltype(bench::timed_locks)::as<tested_types>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab05, Lockable, measured, type_numbers);

// Under ThreadSanitizer GCC 14's library cannot compile std::timed_mutex::try_lock_until() of the steady clock, and
// ThreadSanitizer of GCC 12 does not know the call in which that one waits.
using locks = std::conditional_t<under_thread_sanitizer, tested_types<timed_mutex>,
                                 tested_types<timed_mutex, std::timed_mutex>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab05, TimedLockable, locks, type_numbers);

} // namespace kev::testing
