// The standard's reader/writer lock with time limits, so that the suite itself is tested. Not on Windows: that of
// mingw-w64 10 (winpthreads) let readers see half a write, in one of two runs under Wine.
#include <kev/testing/shared_timed_lockable_suite.hpp>

namespace kev::testing {

// On a busy machine glibc makes a context switch of many turns.
template <>
inline constexpr int storm_turns<std::shared_timed_mutex> = 5'000;

using lock = ::testing::Types<std::shared_timed_mutex>;
INSTANTIATE_TYPED_TEST_SUITE_P(Standard, Lockable, lock);
INSTANTIATE_TYPED_TEST_SUITE_P(Standard, SharedTimedLockable, lock);

} // namespace kev::testing
