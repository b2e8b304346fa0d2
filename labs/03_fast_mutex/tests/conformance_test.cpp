// Every mutex that the lab measures is a Lockable: the list is that of the benchmarks. And what one of them rests on.
#include "locks.hpp"

#include <kev/testing/lockable_suite.hpp>
#include <kev/testing/store_buffer.hpp>

namespace kev::testing {

// Not article_mutex: it may hang. Its own test looks at what it does keep.
using locks = decltype(bench::own_locks)::as<::testing::Types>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab03, Lockable, locks);

TEST(AsymmetricFence, LetsOneOfTwoSeeWhatTheOtherHasStored) {
    EXPECT_EQ(rounds_in_which_neither_saw_the_other(4'000, asymmetric_fence_light,
                                                    asymmetric_fence_heavy),
              0);
}

} // namespace kev::testing
