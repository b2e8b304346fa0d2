// The search is exhaustive and makes no run twice: the numbers of interleavings are known.
#include "exploring.hpp"

#include <gtest/gtest.h>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;

TEST(Interleavings, TwoThreadsOfThreeStepsHaveTwenty) {
    auto const found = exploring<steps_on_one_object<2, 3>>(without_pruning());
    EXPECT_EQ(found.runs, 20u);
    EXPECT_EQ(found.completed, 20u);
    EXPECT_EQ(found.found, verdict::exhausted_clean);
}

TEST(Interleavings, ThreeThreadsOfThreeStepsHave1680) {
    auto const found = exploring<steps_on_one_object<3, 3>>(without_pruning());
    EXPECT_EQ(found.runs, 1680u);
    EXPECT_EQ(found.completed, 1680u);
}

TEST(Interleavings, OneThreadHasOne) {
    EXPECT_EQ((exploring<steps_on_one_object<1, 5>>(without_pruning()).runs), 1u);
}

TEST(Interleavings, ConflictingStepsAreAllDifferentClasses) {
    EXPECT_EQ((exploring<steps_on_one_object<2, 3>>(without_pruning()).classes.size()), 20u);
    EXPECT_EQ((exploring<steps_on_one_object<3, 3>>(without_pruning()).classes.size()), 1680u);
}

// The same numbers of steps, but each thread has an object of its own.
struct steps_on_own_objects {
    static constexpr int threads = 2;
    kev::atomic<int> x[2];
    void thread(int number) {
        for (int i = 0; i < 3; ++i) x[number - 1].fetch_add(1, std::memory_order_relaxed);
    }
};

TEST(Interleavings, IndependentStepsAreOneClass) {
    auto const all = exploring<steps_on_own_objects>(without_pruning());
    EXPECT_EQ(all.runs, 20u);
    EXPECT_EQ(all.classes.size(), 1u);
    auto const pruned = exploring<steps_on_own_objects>();
    EXPECT_EQ(pruned.classes, all.classes);
    EXPECT_LT(pruned.completed, all.completed);
}

struct readers {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    void thread(int) { (void)x.load(std::memory_order_relaxed); }
};

TEST(Interleavings, LoadsDoNotConflict) {
    auto const found = exploring<readers>(without_pruning());
    EXPECT_EQ(found.runs, 6u);
    EXPECT_EQ(found.classes.size(), 1u);
}

// With a bound of p, two threads of n steps have exactly the interleavings with at most p switches
// away from an unfinished thread. For 3 and 3: 2 with none; 4 with one; 8 with two.
TEST(Interleavings, EachPreemptionBoundAddsItsOwn) {
    using program = steps_on_one_object<2, 3>;
    EXPECT_EQ(exploring<program>(without_pruning(plain(0))).runs, 2u);
    EXPECT_EQ(exploring<program>(without_pruning(plain(1))).runs, 6u);
    EXPECT_EQ(exploring<program>(without_pruning(plain(2))).runs, 14u);
    EXPECT_EQ(exploring<program>(without_pruning(plain(3))).runs, 18u);
    EXPECT_EQ(exploring<program>(without_pruning(plain(4))).runs, 20u);
}

// The example of docs/checker.md: its runs, which of them are dropped, and how many differ.
struct example {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    kev::atomic<int> z{0, "z"};
    void thread(int number) {
        if (number == 1) {
            x.store(1);
            y.store(1);
        } else {
            (void)y.load();
            z.store(1);
            (void)x.load();
        }
    }
};

TEST(Interleavings, MatchTheExampleInTheDocs) {
    auto const all = exploring<example>(without_pruning());
    EXPECT_EQ(all.runs, 10u);
    EXPECT_EQ(all.classes.size(), 3u);
    EXPECT_EQ(exploring<example>(plain(0)).runs, 2u);
    EXPECT_EQ(exploring<example>(plain(1)).runs, 5u);
    auto const pruned = exploring<example>();
    EXPECT_EQ(pruned.runs, 9u);
    EXPECT_EQ(pruned.pruned, 1u);
    EXPECT_EQ(pruned.classes, all.classes);
}

TEST(Interleavings, ResultSaysWhetherTheBoundLeftSomethingOut) {
    using program = steps_on_one_object<2, 3>;
    EXPECT_TRUE(exploring<program>(plain(3)).beyond);
    EXPECT_FALSE(exploring<program>(plain(4)).beyond);
}

TEST(Interleavings, SameInputGivesSameRuns) {
    auto const one = exploring<steps_on_one_object<3, 2>>();
    auto const two = exploring<steps_on_one_object<3, 2>>();
    EXPECT_EQ(one.runs, two.runs);
    EXPECT_EQ(one.classes, two.classes);
}

} // namespace
