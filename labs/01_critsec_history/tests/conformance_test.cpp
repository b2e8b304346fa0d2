// A critical section is a Lockable, whatever it sleeps in.
#include <kev/lab01/critical_section_keyed.hpp>
#include <kev/lab01/critical_section_xp.hpp>
#include <kev/lab01/section_lock.hpp>
#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

using namespace kev::lab01;

// Two places to sleep, so two locks: the earlier generations are the third as long as nothing fails.
using locks =
    ::testing::Types<section_lock<critical_section_xp>, section_lock<critical_section_keyed>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab01, Lockable, locks);

} // namespace kev::testing
