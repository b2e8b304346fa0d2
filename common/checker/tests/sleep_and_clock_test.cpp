// Threads that sleep with a time limit, and those that look at the clock.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_relaxed;

// One thread spins until another, which sleeps for a while, has woken.
struct spins_for_a_sleeper {
    static constexpr int threads = 2;
    kev::atomic<int> awake{0, "awake"};
    void thread(int number) {
        if (number == 1) {
            while (awake.load(memory_order_relaxed) == 0) kev::relax();
            return;
        }
        run& r = *run::active();
        r.point(step::change);
        r.sleep(std::chrono::nanoseconds(5), "");
        awake.store(1, memory_order_relaxed);
    }
};

TEST(SleepAndClock, ASleeperWithATimeLimitIsNoPartOfALivelock) {
    for (int bound = 0; bound <= 2; ++bound)
        EXPECT_EQ(exploring<spins_for_a_sleeper>(plain(bound)).found, verdict::exhausted_clean)
            << "at bound " << bound;
}

// As before, and then a second sleep, which ends while the other still has a step to make.
struct sleeps_twice {
    static constexpr int threads = 2;
    kev::atomic<int> awake{0, "awake"};
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        if (number == 1) {
            while (awake.load(memory_order_relaxed) == 0) kev::relax();
            x.store(1, memory_order_relaxed);
            return;
        }
        run& r = *run::active();
        r.point(step::change);
        r.sleep(std::chrono::nanoseconds(5), "");
        awake.store(1, memory_order_relaxed);
        r.point(step::change);
        r.sleep(std::chrono::nanoseconds(9), "");
        if (x.load(memory_order_relaxed) == 0) reached("the second time-out was early");
    }
};

TEST(SleepAndClock, ATimeOutThatNobodyCouldHavePreventedCostsNoneOfTheBudget) {
    options one = plain(1);
    one.limits.timeouts = 1;
    EXPECT_EQ(exploring<sleeps_twice>(one).reached.count("the second time-out was early"), 1u);
    one.limits.timeouts = 0;
    EXPECT_EQ(exploring<sleeps_twice>(one).reached.count("the second time-out was early"), 0u);
}

// Waits until its time is over by looking at the clock, which only the budget lets it see.
struct looks_at_the_clock {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        if (number == 2) return x.store(1, memory_order_relaxed);
        auto const end = kev::clock::now() + std::chrono::seconds(1);
        if (x.load(memory_order_relaxed) == 0 && kev::clock::now() >= end)
            reached("the time was over before the other came");
    }
};

TEST(SleepAndClock, TimePassesWhileThreadsRunIfTheBudgetSaysSo) {
    std::string const over = "the time was over before the other came";
    options clock = plain(1);
    EXPECT_EQ(exploring<looks_at_the_clock>(clock).reached.count(over), 0u);
    clock.limits.clock_steps = 1;
    EXPECT_EQ(exploring<looks_at_the_clock>(clock).reached.count(over), 1u);
    clock.clock_step = std::chrono::milliseconds(1);
    EXPECT_EQ(exploring<looks_at_the_clock>(clock).reached.count(over), 0u);
}

} // namespace
