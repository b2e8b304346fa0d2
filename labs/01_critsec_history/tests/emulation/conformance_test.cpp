// A critical section is a Lockable. Not repeated under Windows: the suite's long storm is a third of a
// million hand-overs, each a sleep and a wake-up, and these take their time under Wine; section_test and
// storm_test run there.
#include <kev/lab01/critical_section_xp.hpp>
#include <kev/lab01/section_lock.hpp>
#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

// One generation: the protocol is the same in all.
using locks = ::testing::Types<lab01::section_lock<lab01::critical_section_xp>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab01, Lockable, locks);

} // namespace kev::testing
