// Every verdict: found where it is true, not found where it is not, with a report that says why.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;

// A mutex that spins, with the orders as parameters.
template <std::memory_order Lock, std::memory_order Unlock>
struct spin_lock {
    kev::atomic<int> taken{0, "taken"};
    void lock() {
        while (taken.exchange(1, Lock) != 0) kev::relax();
    }
    void unlock() { taken.store(0, Unlock); }
};

template <typename Lock>
struct protected_counter {
    static constexpr int threads = 2;
    Lock m;
    kev::shared<int> counter{0, "counter"};
    protected_counter() { name(m, "m"); }
    void thread(int) {
        m.lock();
        counter.write(counter.read() + 1);
        m.unlock();
    }
    void after() { require(counter.read() == 2, "every addition counts"); }
};

TEST(Verdicts, ALockThatOrdersIsClean) {
    using lock = spin_lock<memory_order_acquire, memory_order_release>;
    EXPECT_EQ(exploring<protected_counter<lock>>(plain(6)).found, verdict::exhausted_clean);
    options stale = plain(4);
    stale.limits.stale_loads = 2;
    EXPECT_EQ(exploring<protected_counter<lock>>(stale).found, verdict::exhausted_clean);
}

TEST(Verdicts, ALockThatDoesNotOrderIsADataRace) {
    using no_acquire = spin_lock<memory_order_relaxed, memory_order_release>;
    using no_release = spin_lock<memory_order_acquire, memory_order_relaxed>;
    EXPECT_EQ(exploring<protected_counter<no_acquire>>().found, verdict::data_race);
    EXPECT_EQ(exploring<protected_counter<no_release>>().found, verdict::data_race);
}

TEST(Verdicts, ADataRaceIsReportedWithNameFunctionFileAndLine) {
    using no_release = spin_lock<memory_order_acquire, memory_order_relaxed>;
    auto const found = exploring<protected_counter<no_release>>();
    ASSERT_EQ(found.shortest.ending.size(), 3u);
    EXPECT_NE(found.shortest.ending[0].find("thread 2 reads counter in "), std::string::npos);
    EXPECT_NE(found.shortest.ending[0].find("verdicts_test.cpp:"), std::string::npos);
    EXPECT_NE(found.shortest.ending[1].find("thread 1 wrote it in "), std::string::npos);
}

TEST(Verdicts, StepsNameTheObjectAndTheField) {
    using no_release = spin_lock<memory_order_acquire, memory_order_relaxed>;
    auto const found = exploring<protected_counter<no_release>>();
    ASSERT_FALSE(found.shortest.events.empty());
    event const& first = found.shortest.events.front();
    EXPECT_EQ(first.object, "m.taken");
    EXPECT_EQ(first.operation, "exchange");
    EXPECT_EQ(first.order, "acquire");
    EXPECT_EQ(first.before, 0u);
    EXPECT_EQ(first.after, 1u);
}

struct write_and_read {
    static constexpr int threads = 2;
    kev::shared<int> data{0, "data"};
    void thread(int number) {
        if (number == 1) {
            data.write(1);
        } else {
            (void)data.read();
        }
    }
};

struct two_reads {
    static constexpr int threads = 2;
    kev::shared<int> data{0, "data"};
    void thread(int) { (void)data.read(); }
};

TEST(Verdicts, TwoReadsAreNoRace) {
    EXPECT_EQ(exploring<write_and_read>().found, verdict::data_race);
    EXPECT_EQ(exploring<two_reads>().found, verdict::exhausted_clean);
}

struct assertion_inside {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int number) { require(x.exchange(number) != 1, "thread 1 never comes first"); }
};

TEST(Verdicts, AFailedCheckIsReportedInItsWords) {
    auto const found = exploring<assertion_inside>();
    EXPECT_EQ(found.found, verdict::assertion);
    ASSERT_FALSE(found.shortest.ending.empty());
    EXPECT_NE(found.shortest.ending[0].find("thread 1 never comes first"), std::string::npos);
}

struct reach_the_middle {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        if (number == 1) {
            x.store(1);
            x.store(2);
        } else if (x.load() == 1) {
            reached("the middle");
        }
    }
};

TEST(Verdicts, AGoalThatIsReachedIsAVerdict) {
    auto const found = exploring<reach_the_middle>(plain(), "the middle");
    EXPECT_EQ(found.found, verdict::reachable);
    EXPECT_EQ(found.shortest.preemptions, 1);
    EXPECT_EQ(exploring<reach_the_middle>(plain(0), "the middle").found, verdict::exhausted_clean);
}

TEST(Verdicts, TheFirstFindingHasTheFewestPreemptionsAndThenTheFewestSteps) {
    auto const found = exploring<reach_the_middle>(plain(), "the middle");
    EXPECT_EQ(found.shortest.preemptions, 1);
    EXPECT_EQ(found.shortest.events.size(), 2u);
}

// Two threads that wait for each other's flag and say so.
struct polite_pair {
    static constexpr int threads = 2;
    kev::atomic<int> flag[2];
    void thread(int number) {
        while (flag[number - 1].load(memory_order_relaxed) == 0) kev::yield();
        flag[2 - number].store(1, memory_order_relaxed);
    }
};

TEST(Verdicts, ThreadsThatOnlyWaitForEachOtherAreALivelock) {
    auto const found = exploring<polite_pair>(plain(1));
    EXPECT_EQ(found.found, verdict::livelock);
    EXPECT_GT(found.shortest.loop_end, found.shortest.loop_begin);
    EXPECT_LE(found.shortest.events.size(), 8u) << "the loop is folded to one round";
}

// Each sets its flag, and waits until the other's is down; three pauses in a row are no round of one thread.
struct pauses_three_times {
    static constexpr int threads = 2;
    kev::atomic<int> flag[2];
    void thread(int number) {
        flag[number - 1].store(1);
        while (flag[2 - number].load() == 1)
            for (int pauses = 0; pauses < 3; ++pauses) kev::relax();
        flag[number - 1].store(0);
    }
};

TEST(Verdicts, ALivelockIsFoundWhoseThreadsPauseSeveralTimesInARow) {
    EXPECT_EQ(exploring<pauses_three_times>(plain(1)).found, verdict::livelock);
}

// As before, without a pause.
struct rude_pair {
    static constexpr int threads = 2;
    kev::atomic<int> flag[2];
    void thread(int number) {
        while (flag[number - 1].load(memory_order_relaxed) == 0) {
        }
        flag[2 - number].store(1, memory_order_relaxed);
    }
};

// One waits for a flag without a pause; the other, who would set it, waits for something that nobody does.
struct rude_and_polite {
    static constexpr int threads = 2;
    kev::atomic<int> flag[2];
    void thread(int number) {
        while (flag[number - 1].load(memory_order_relaxed) == 0)
            if (number == 2) kev::relax();
        flag[2 - number].store(1, memory_order_relaxed);
    }
};

TEST(Verdicts, ThreadsThatWaitForEachOtherWithoutAPauseAreALivelockToo) {
    for (int bound = 0; bound <= 2; ++bound) {
        auto const found = exploring<rude_pair>(plain(bound));
        EXPECT_EQ(found.found, verdict::livelock) << "at bound " << bound;
        EXPECT_LE(found.shortest.events.size(), 4u) << "the loop is folded to one round";
        EXPECT_EQ(exploring<rude_and_polite>(plain(bound)).found, verdict::livelock);
    }
}

// As rude_pair, beside a thread that sleeps for a while, more often than the budget lets it be disturbed.
struct rude_pair_and_a_sleeper {
    static constexpr int threads = 3;
    rude_pair pair;
    void thread(int number) {
        if (number < 3) return pair.thread(number);
        run& r = *run::active();
        for (int round = 1; round <= 3; ++round) {
            r.point(step::change);
            r.sleep(std::chrono::nanoseconds(round), "");
        }
    }
};

// As rude_pair, if the set-up has met a failure without a reason.
struct rude_pair_by_choice {
    static constexpr int threads = 2;
    rude_pair pair;
    kev::atomic<int> x{0, "x"};
    bool failed = false;
    rude_pair_by_choice() {
        int expected = 0;
        failed = !x.compare_exchange_weak(expected, 1, memory_order_relaxed);
    }
    void thread(int number) {
        if (failed) pair.thread(number);
    }
};

TEST(Verdicts, AFairEndGoesTheWholeWayAndLetsSleepersWake) {
    EXPECT_EQ(exploring<rude_pair_and_a_sleeper>(plain(0)).found, verdict::livelock);
    options weak = plain(0);
    EXPECT_EQ(exploring<rude_pair_by_choice>(weak).found, verdict::exhausted_clean);
    weak.limits.weak_failures = 1;
    EXPECT_EQ(exploring<rude_pair_by_choice>(weak).found, verdict::livelock);
}

// Both have far to go before they wait: together further than a run may.
struct far_from_each_other {
    static constexpr int threads = 2;
    rude_pair pair;
    kev::atomic<int> own[2];
    void thread(int number) {
        for (int i = 0; i < 300; ++i) own[number - 1].fetch_add(1, memory_order_relaxed);
        pair.thread(number);
    }
};

TEST(Verdicts, AFairEndThatIsTooLongIsNotCalledClean) {
    auto const found = exploring<far_from_each_other>(plain(0));
    EXPECT_EQ(found.found, verdict::sampled_clean);
    EXPECT_EQ(found.cut_by, "steps");
}

// A lock that spins without a pause is no livelock: its owner goes on, if only the scheduler lets it.
struct rude_lockers {
    static constexpr int threads = 2;
    kev::atomic<int> taken{0, "taken"};
    void thread(int) {
        while (taken.exchange(1, memory_order_acquire) != 0) {
        }
        taken.store(0, memory_order_release);
    }
};

TEST(Verdicts, ASpinWithoutAPauseThatAFairSchedulerEndsIsClean) {
    auto const found = exploring<rude_lockers>(plain(1));
    EXPECT_EQ(found.found, verdict::exhausted_clean);
    EXPECT_GT(found.unfair, 0u);
}

// The check at the end waits for a store that no thread makes.
struct check_spins {
    static constexpr int threads = 1;
    kev::atomic<int> x{0, "x"};
    void thread(int) { x.store(1, memory_order_relaxed); }
    void after() {
        while (x.load(memory_order_relaxed) != 2) {
        }
    }
};

TEST(Verdicts, ACheckAtTheEndThatSpinsForEverEndsAtTheLimitOfSteps) {
    result const found = exploring<check_spins>(plain(0));
    EXPECT_EQ(found.found, verdict::sampled_clean);
    EXPECT_EQ(found.cut_by, "steps");
}

// Spins without a pause until the other has come out of a lock, and the other fails when it has.
struct fails_when_let_go {
    static constexpr int threads = 2;
    kev::atomic<int> flag{0, "flag"};
    void thread(int number) {
        if (number == 1) {
            while (flag.load(memory_order_relaxed) == 0) {
            }
            require(false, "nobody comes out");
        } else {
            flag.store(1, memory_order_relaxed);
        }
    }
};

TEST(Verdicts, WhatAFairSchedulerComesToIsFoundWithoutAPreemption) {
    EXPECT_EQ(exploring<fails_when_let_go>(plain(0)).found, verdict::assertion);
}

struct waits_for_a_flag {
    static constexpr int threads = 2;
    kev::atomic<int> flag{0, "flag"};
    void thread(int number) {
        if (number == 1) {
            while (flag.load(memory_order_acquire) == 0) kev::relax();
        } else {
            flag.store(1, memory_order_release);
        }
    }
};

TEST(Verdicts, ASpinThatSomebodyEndsIsClean) {
    EXPECT_EQ(exploring<waits_for_a_flag>().found, verdict::exhausted_clean);
    EXPECT_EQ(exploring<waits_for_a_flag>(with_stale_loads(3)).found, verdict::exhausted_clean);
}

struct gives_up {
    static constexpr int threads = 2;
    kev::atomic<int> flag{0, "flag"};
    void thread(int number) {
        if (number == 2) return flag.store(1, memory_order_relaxed);
        for (int round = 0; round < 40; ++round) {
            if (flag.load(memory_order_relaxed) != 0) return;
            kev::relax();
        }
        flag.fetch_add(2, memory_order_relaxed);
        reached("the spin gives up");
    }
};

TEST(Verdicts, ABoundedSpinGivesUpForOnePreemption) {
    EXPECT_EQ(exploring<gives_up>(plain(0)).reached.count("the spin gives up"), 0u);
    EXPECT_EQ(exploring<gives_up>(plain(1)).reached.count("the spin gives up"), 1u);
}

// Gives up after two looks and then reads a pair, whose writer does not touch what the spin looks at.
// The last thing before the pair is a look or, in the second form, a pause.
template <bool EndsWithAPause>
struct gives_up_and_reads_a_pair {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    kev::atomic<int> z{0, "z"};
    void thread(int number) {
        if (number == 2) {
            y.store(1, memory_order_relaxed);
            z.store(1, memory_order_relaxed);
            return;
        }
        spin();
        int const first = y.load(memory_order_relaxed);
        int const second = z.load(memory_order_relaxed);
        if (first == 0 && second == 1) reached("the writer came between the two reads");
    }
    void spin() {
        for (int round = 0; round < 2; ++round) {
            if (x.load(memory_order_relaxed) != 0) return;
            if (EndsWithAPause || round == 0) kev::relax();
        }
    }
};

TEST(Verdicts, WhatAThreadReadsAfterItHasGivenUpSpinningIsOpenToTheOthers) {
    std::string const between = "the writer came between the two reads";
    EXPECT_EQ(exploring<gives_up_and_reads_a_pair<false>>(plain(2)).reached.count(between), 1u);
    EXPECT_EQ(exploring<gives_up_and_reads_a_pair<true>>(plain(2)).reached.count(between), 1u);
}

// The writer may come between the last pause and the read that follows, too.
struct gives_up_and_reads {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    void thread(int number) {
        if (number == 2) {
            x.store(1, memory_order_relaxed);
            y.store(1, memory_order_relaxed);
            return;
        }
        for (int round = 0; round < 2; ++round) {
            if (x.load(memory_order_relaxed) != 0) return;
            kev::relax();
        }
        if (y.load(memory_order_relaxed) == 1) reached("all was written after the last look");
    }
};

TEST(Verdicts, AThreadThatGivesUpMayBePreemptedAfterItsLastPause) {
    auto const found = exploring<gives_up_and_reads>(plain(2));
    EXPECT_EQ(found.reached.count("all was written after the last look"), 1u);
}

struct never_ends {
    static constexpr int threads = 1;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        for (;;) x.fetch_add(1, memory_order_relaxed);
    }
};

TEST(Verdicts, ARunThatIsOnlyLongIsNotALivelock) {
    auto const found = exploring<never_ends>(plain(0));
    EXPECT_EQ(found.found, verdict::sampled_clean);
    EXPECT_EQ(found.cut_by, "steps");
    EXPECT_EQ(found.bound, -1) << "not even bound 0 was come through";
}

TEST(Verdicts, ABudgetThatEndsTheSearchIsSaid) {
    auto const cut = exploring<reach_the_middle>([] {
        options few = without_pruning();
        few.limits.runs = 2;
        return few;
    }());
    EXPECT_EQ(cut.found, verdict::sampled_clean);
    EXPECT_EQ(cut.cut_by, "runs");
}

TEST(Verdicts, ACutSearchClaimsOnlyTheBoundThatItCameThrough) {
    options few = without_pruning(plain(3));
    few.limits.runs = 2; // all of bound 0
    auto const cut = exploring<reach_the_middle>(few);
    EXPECT_EQ(cut.cut_by, "runs");
    EXPECT_EQ(cut.bound, 0);
    EXPECT_EQ(exploring<reach_the_middle>(plain(3)).bound, 3);
}

TEST(Verdicts, AReplayIsNotCounted) {
    auto found = exploring<reach_the_middle>(plain(), "the middle");
    EXPECT_EQ(found.reached["the middle"], found.explored - found.completed - found.pruned);
}

struct pauses_for_long {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        x.fetch_add(1, memory_order_relaxed);
        for (int i = 0; i < 2500; ++i) kev::relax();
        require(x.fetch_add(1, memory_order_relaxed) < 3, "the last addition finds less than 3");
    }
};

TEST(Verdicts, ALongPauseHidesNothing) {
    EXPECT_EQ(exploring<pauses_for_long>(plain(0)).found, verdict::assertion);
}

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

TEST(Verdicts, WhoSleepsWithATimeLimitIsNoPartOfALivelock) {
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

TEST(Verdicts, ATimeOutThatNobodyCouldHavePreventedCostsNoneOfTheBudget) {
    options one = plain(1);
    one.limits.timeouts = 1;
    EXPECT_EQ(exploring<sleeps_twice>(one).reached.count("the second time-out was early"), 1u);
    one.limits.timeouts = 0;
    EXPECT_EQ(exploring<sleeps_twice>(one).reached.count("the second time-out was early"), 0u);
}

struct rests_for_ever {
    static constexpr int threads = 1;
    void thread(int) {
        for (;;) kev::relax();
    }
};

TEST(Verdicts, AThreadThatOnlyPausesDoesNotHangTheSearch) {
    EXPECT_TRUE(is_finding(exploring<rests_for_ever>(plain(0)).found));
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

TEST(Verdicts, TimePassesWhileThreadsRunIfTheBudgetSaysSo) {
    std::string const over = "the time was over before the other came";
    options clock = plain(1);
    EXPECT_EQ(exploring<looks_at_the_clock>(clock).reached.count(over), 0u);
    clock.limits.clock_steps = 1;
    EXPECT_EQ(exploring<looks_at_the_clock>(clock).reached.count(over), 1u);
    clock.clock_step = std::chrono::milliseconds(1);
    EXPECT_EQ(exploring<looks_at_the_clock>(clock).reached.count(over), 0u);
}

// An object that is handed to another thread when it has been made, or made anew when the other has used it.
template <std::memory_order Tell, std::memory_order Hear>
struct made_by_another {
    static constexpr int threads = 2;
    union place {
        place() {}
        ~place() {}
        kev::atomic<int> x;
    } made;
    kev::atomic<int> ready{0, "ready"};
    void thread(int number) {
        if (number == 1) {
            std::construct_at(&made.x, 1, "x");
            ready.store(1, Tell);
        } else if (ready.load(Hear) == 1) {
            made.x.store(2, memory_order_relaxed);
        }
    }
};

template <typename T, std::memory_order Tell, std::memory_order Hear>
struct made_anew {
    static constexpr int threads = 2;
    T x{0, "x"};
    kev::atomic<int> done{0, "done"};
    void thread(int number) {
        if (number == 1) {
            (void)use(x);
            done.store(1, Tell);
        } else if (done.load(Hear) == 1) {
            std::construct_at(&x, 1, "x");
        }
    }
    static int use(kev::atomic<int> const& what) { return what.load(memory_order_relaxed); }
    static int use(kev::shared<int> const& what) { return what.read(); }
};

TEST(Verdicts, ToMakeAnObjectIsAnAccessToIt) {
    EXPECT_EQ((exploring<made_by_another<memory_order_release, memory_order_acquire>>().found),
              verdict::exhausted_clean);
    auto const found = exploring<made_by_another<memory_order_relaxed, memory_order_acquire>>();
    EXPECT_EQ(found.found, verdict::data_race);
    ASSERT_EQ(found.shortest.ending.size(), 3u);
    EXPECT_EQ(found.shortest.ending[0].find("thread 2 uses x in thread() ("), 0u)
        << found.shortest.ending[0];
    EXPECT_EQ(found.shortest.ending[1].find("thread 1 made it in "), 0u)
        << found.shortest.ending[1];
    options off = plain();
    off.making_is_an_access = false;
    EXPECT_EQ((exploring<made_by_another<memory_order_relaxed, memory_order_acquire>>(off).found),
              verdict::exhausted_clean);
}

TEST(Verdicts, AnObjectIsMadeInThePlaceOfAnotherWhenAllHaveUsedThat) {
    using std::memory_order_seq_cst;
    using atomic = kev::atomic<int>;
    using shared = kev::shared<int>;
    EXPECT_EQ((exploring<made_anew<atomic, memory_order_release, memory_order_acquire>>().found),
              verdict::exhausted_clean);
    EXPECT_EQ((exploring<made_anew<shared, memory_order_release, memory_order_acquire>>().found),
              verdict::exhausted_clean);
    EXPECT_EQ((exploring<made_anew<shared, memory_order_release, memory_order_relaxed>>().found),
              verdict::data_race);
    auto const found = exploring<made_anew<atomic, memory_order_relaxed, memory_order_seq_cst>>();
    EXPECT_EQ(found.found, verdict::data_race);
    ASSERT_EQ(found.shortest.ending.size(), 3u);
    EXPECT_EQ(found.shortest.ending[0].find("thread 2 makes x in "), 0u)
        << found.shortest.ending[0];
    EXPECT_EQ(found.shortest.ending[1].find("thread 1 used it in "), 0u)
        << found.shortest.ending[1];
}

int kept_from_run_to_run = 0;

struct keeps_something {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        if (++kept_from_run_to_run % 3 == 0) (void)x.load(memory_order_relaxed);
        x.fetch_add(1, memory_order_relaxed);
        x.fetch_add(1, memory_order_relaxed);
    }
};

int runs_before = 0;

struct fails_once {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int) { x.fetch_add(1, memory_order_relaxed); }
    void after() { require(++runs_before != 2, "it is not the second run"); }
};

TEST(Verdicts, AScenarioThatKeepsSomethingBetweenRunsIsRefused) {
    EXPECT_THROW(exploring<keeps_something>(), std::logic_error);
    EXPECT_THROW(exploring<fails_once>(), std::logic_error) << "the failure cannot be shown";
}

kev::atomic<int> global{5};

struct uses_a_global {
    static constexpr int threads = 2;
    void thread(int) { global.fetch_add(1, memory_order_relaxed); }
    void after() { require(global.load() == 7, "a global starts afresh in every run"); }
};

TEST(Verdicts, GlobalsStartAfreshInEveryRun) {
    EXPECT_EQ(exploring<uses_a_global>().found, verdict::exhausted_clean);
    EXPECT_EQ(global.load(), 5);
}

} // namespace
