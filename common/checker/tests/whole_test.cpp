// A search that has left nothing out says so, and none that has left something out does.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;

template <typename S>
case_entry case_of(budgets const& limits) {
    case_entry entry;
    entry.about.id = "test";
    entry.about.options.limits = limits;
    entry.code = make_scenario<S>();
    return entry;
}

template <typename S>
result exploring_wholly(budgets const& limits) {
    return explore_wholly(case_of<S>(limits));
}

budgets bounded(int preemptions, std::uint64_t whole_runs = 10'000) {
    budgets made;
    made.preemptions = preemptions;
    made.whole_runs = whole_runs;
    return made;
}

using six_steps = steps_on_one_object<2, 3>;

TEST(Whole, ASearchThatHasLeftNothingOutIsEverySchedule) {
    auto const within = exploring_wholly<six_steps>(bounded(9, 0));
    EXPECT_EQ(within.found, verdict::every_schedule) << "no second search is needed";
    auto const found = exploring_wholly<six_steps>(bounded(0));
    EXPECT_EQ(found.found, verdict::every_schedule);
    EXPECT_EQ(found.runs, exploring<six_steps>().runs);
    EXPECT_FALSE(found.beyond);
}

TEST(Whole, ALimitOnRunsLeavesTheCaseWithItsBound) {
    auto const found = exploring_wholly<six_steps>(bounded(1, 5));
    EXPECT_EQ(found.found, verdict::exhausted_clean);
    EXPECT_EQ(found.bound, 1);
    EXPECT_TRUE(found.beyond);
    EXPECT_EQ(found.runs, exploring<six_steps>(plain(1)).runs);
}

TEST(Whole, ASearchToItsOwnBoundDoesNotGoBeyond) {
    auto const found = exploring_wholly<six_steps>(bounded(1, 0));
    EXPECT_EQ(found.found, verdict::exhausted_clean);
    EXPECT_EQ(found.runs, exploring<six_steps>(plain(1)).runs);
    EXPECT_EQ(exploring_wholly<six_steps>(bounded(9, 0)).found, verdict::every_schedule);
}

// A loop around a weak compare-exchange may fail without a reason as often as it likes.
struct weak_adders {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        int seen = x.load(memory_order_relaxed);
        while (!x.compare_exchange_weak(seen, seen + 1, memory_order_relaxed)) {
        }
    }
    void after() { require(x.load() == 2, "every addition counts"); }
};

// As weak_adders, with a look before each attempt. The look leaves hashes below the thread's own frames, and with pointers of
// 32 bits some of those places are not written again.
struct looks_before_each_attempt {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        for (;;) {
            int seen = x.load(memory_order_relaxed);
            if (x.compare_exchange_weak(seen, seen + 1, memory_order_relaxed)) return;
        }
    }
};

// As weak_adders, in the check at the end, beside which no thread runs.
struct weak_check {
    static constexpr int threads = 1;
    kev::atomic<int> x{0, "x"};
    void thread(int) { x.store(1, memory_order_relaxed); }
    void after() {
        int expected = 1;
        while (!x.compare_exchange_weak(expected, 2, memory_order_relaxed)) expected = 1;
    }
};

TEST(Whole, FailuresWithoutAReasonInTheCheckAtTheEndAreFollowedUntilTheyRepeatThemselves) {
    EXPECT_EQ(exploring_wholly<weak_check>(bounded(1)).found,
              stacks_are_hidden() ? verdict::exhausted_clean : verdict::every_schedule);
}

// The third failure ends in an error, and no budget of the test's own comes so far.
struct fails_at_the_third_failure {
    static constexpr int threads = 1;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        for (int failures = 0; failures < 3; ++failures) {
            int expected = 0;
            if (x.compare_exchange_weak(expected, 1, memory_order_relaxed)) return;
        }
        require(false, "two failures in a row are the most");
    }
};

TEST(Whole, FailuresWithoutAReasonAreFollowedUntilTheyRepeatThemselves) {
    auto const found = exploring_wholly<weak_adders>(bounded(1));
    EXPECT_EQ(found.found,
              stacks_are_hidden() ? verdict::exhausted_clean : verdict::every_schedule);
    EXPECT_EQ(found.withheld.none(), !stacks_are_hidden());
    EXPECT_EQ(exploring_wholly<looks_before_each_attempt>(bounded(1)).found,
              stacks_are_hidden() ? verdict::exhausted_clean : verdict::every_schedule);
    EXPECT_EQ(exploring_wholly<fails_at_the_third_failure>(bounded(1, 0)).found,
              verdict::exhausted_clean);
    EXPECT_EQ(exploring_wholly<fails_at_the_third_failure>(bounded(1)).found, verdict::assertion);
}

// A reader of two variables: one old value is within the budget, and two are not.
struct reads_twice {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    void thread(int number) {
        if (number == 1) {
            x.store(1, memory_order_relaxed);
            y.store(1, memory_order_relaxed);
            x.store(2, memory_order_relaxed);
            y.store(2, memory_order_relaxed);
        } else {
            (void)x.load(memory_order_relaxed);
            (void)y.load(memory_order_relaxed);
        }
    }
};

TEST(Whole, ABudgetThatIsUsedUpIsNamed) {
    auto const stale = [](std::uint64_t whole_runs) {
        budgets made = bounded(no_bound, whole_runs);
        made.stale_loads = 1;
        return exploring_wholly<reads_twice>(made);
    };
    auto const cut = stale(0);
    EXPECT_EQ(cut.found, verdict::exhausted_clean);
    EXPECT_FALSE(cut.beyond);
    for (std::size_t i = 0; i < named_budgets.size(); ++i)
        EXPECT_EQ(cut.withheld[i], named_budgets[i].member == &budgets::stale_loads);
    EXPECT_EQ(stale(10'000).found, verdict::every_schedule);
}

// Under sequential consistency no load is stale: that is the memory, and no limit of the search.
TEST(Whole, AThingThatTheWorldDoesNotHaveIsNotLeftOut) {
    EXPECT_EQ(exploring_wholly<reads_twice>(bounded(1)).found, verdict::every_schedule);
}

struct sleeps_beside_another {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        run& r = *run::active();
        r.point(step::change);
        if (number == 1) r.sleep(std::chrono::nanoseconds(5), "");
        x.fetch_add(1, memory_order_relaxed);
    }
};

TEST(Whole, ATimeOutThatIsNotTriedIsLeftOut) {
    budgets none = bounded(no_bound, 0);
    none.timeouts = 0;
    EXPECT_EQ(exploring_wholly<sleeps_beside_another>(none).found, verdict::exhausted_clean);
    none.whole_runs = 1000;
    EXPECT_EQ(exploring_wholly<sleeps_beside_another>(none).found, verdict::every_schedule);
}

TEST(Whole, TheBetterVerdictIsAsExpectedAndTheOtherWayRoundItIsNot) {
    case_description about;
    result found;
    found.completed = 1;
    std::string why;
    about.expected = verdict::exhausted_clean;
    found.found = verdict::every_schedule;
    EXPECT_TRUE(as_expected(about, found, why));
    about.expected = verdict::every_schedule;
    EXPECT_TRUE(as_expected(about, found, why));
    found.found = verdict::exhausted_clean;
    EXPECT_FALSE(as_expected(about, found, why));
}

} // namespace
