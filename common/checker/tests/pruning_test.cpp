// Pruning leaves out runs, never outcomes: with and without it, the search ends in the same set of
// happens-before histories, at every preemption bound.
#include "exploring.hpp"
#include "pruned_programs.hpp"

#include <gtest/gtest.h>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;

template <typename S>
class Pruning : public ::testing::Test {};

using programs = ::testing::Types<counting, two_objects, readers_and_a_writer, store_buffering,
                                  compare_exchange_loops, spin_lock, hand_over, gives_up_spinning,
                                  polls_two_words_a_round, sleepers, timed_sleepers,
                                  relative_sleepers, message_passing, sequential_stores>;
TYPED_TEST_SUITE(Pruning, programs);

// All budgets at once, at a bound that the unpruned search can still finish.
options with_choices(int bound, int stale_loads) {
    options made = plain(bound);
    made.limits.weak_failures = 1;
    made.limits.stale_loads = stale_loads;
    return made;
}

TYPED_TEST(Pruning, ReachesTheSameClassesAtEveryBound) {
    for (int bound = 0; bound <= 3; ++bound) {
        auto const all = exploring<TypeParam>(without_pruning(with_choices(bound, 0)));
        auto const pruned = exploring<TypeParam>(with_choices(bound, 0));
        ASSERT_EQ(all.found, verdict::exhausted_clean) << all.cut_by;
        EXPECT_EQ(pruned.found, verdict::exhausted_clean);
        EXPECT_EQ(pruned.classes, all.classes) << "at bound " << bound;
        EXPECT_LE(pruned.completed, all.completed);
        EXPECT_EQ(pruned.reached.size(), all.reached.size());
    }
}

TYPED_TEST(Pruning, ReachesTheSameClassesWithStaleLoads) {
    auto const all = exploring<TypeParam>(without_pruning(with_choices(2, 1)));
    auto const pruned = exploring<TypeParam>(with_choices(2, 1));
    ASSERT_EQ(all.found, verdict::exhausted_clean) << all.cut_by;
    EXPECT_EQ(pruned.classes, all.classes);
}

} // namespace
