// Every verdict: found where it is true, not found where it is not, with a report that says why. Livelocks have a file
// of their own.
#include "exploring.hpp"

#include <gtest/gtest.h>

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

} // namespace
