// The standard's reader/writer lock, so that the suites themselves are tested. Not on Windows: that of mingw-w64
// (winpthreads) was seen to let readers in while a writer had it.
#include <kev/testing/shared_lockable_suite.hpp>

#include <shared_mutex>

namespace kev::testing {

INSTANTIATE_TYPED_TEST_SUITE_P(Standard, Lockable, ::testing::Types<std::shared_mutex>);
INSTANTIATE_TYPED_TEST_SUITE_P(Standard, SharedLockable, ::testing::Types<std::shared_mutex>);

} // namespace kev::testing
