// A critical section is a Lockable.
#include <kev/lab01/critical_section_xp.hpp>
#include <kev/lab01/section_lock.hpp>
#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

// One generation: the protocol is the same in all, and handed over each time a thread is late, the
// suite's long storm takes its time.
using locks = ::testing::Types<lab01::section_lock<lab01::critical_section_xp>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab01, Lockable, locks);

} // namespace kev::testing
