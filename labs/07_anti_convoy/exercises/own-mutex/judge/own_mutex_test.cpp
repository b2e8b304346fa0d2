// A mutex of the student's own: that it is one, and what it costs.
#include <kev/lab07/own_mutex.hpp>

#include <kev/judged/design_suite.hpp>
#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

using own = ::testing::Types<lab07::own_mutex>;

// With a hand-over in every turn each turn is a context switch.
template <>
inline constexpr int storm_turns<lab07::own_mutex> = 10'000;

INSTANTIATE_TYPED_TEST_SUITE_P(Own, Lockable, own);
INSTANTIATE_TYPED_TEST_SUITE_P(Own, Design, own);

} // namespace kev::testing
