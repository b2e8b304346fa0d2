// A mutex of the student's own: that it is one, also with two hundred threads, and what it costs.
#include <kev/lab03/byte_mutex.hpp>

#include <kev/judged/design_suite.hpp>
#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

using own = ::testing::Types<lab03::byte_mutex>;
INSTANTIATE_TYPED_TEST_SUITE_P(Own, Lockable, own);
INSTANTIATE_TYPED_TEST_SUITE_P(Own, Design, own);

} // namespace kev::testing
