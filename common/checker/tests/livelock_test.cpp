// Livelocks: threads that go round forever, and those that only seem to.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;

// Two threads that wait for each other's flag and say so.
struct polite_pair {
    static constexpr int threads = 2;
    kev::atomic<int> flag[2];
    void thread(int number) {
        while (flag[number - 1].load(memory_order_relaxed) == 0) kev::yield();
        flag[2 - number].store(1, memory_order_relaxed);
    }
};

TEST(Livelocks, ThreadsThatOnlyWaitForEachOtherAreALivelock) {
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

TEST(Livelocks, ALivelockIsFoundWhoseThreadsPauseSeveralTimesInARow) {
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

TEST(Livelocks, ThreadsThatWaitForEachOtherWithoutAPauseAreALivelockToo) {
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

TEST(Livelocks, AFairEndGoesTheWholeWayAndLetsSleepersWake) {
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

TEST(Livelocks, AFairEndThatIsTooLongIsNotCalledClean) {
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

TEST(Livelocks, ASpinWithoutAPauseThatAFairSchedulerEndsIsClean) {
    auto const found = exploring<rude_lockers>(plain(1));
    EXPECT_EQ(found.found, verdict::exhausted_clean);
    EXPECT_GT(found.unfair, 0u);
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

TEST(Livelocks, ALivelockUnderAFairSchedulerIsFoundWithoutAPreemption) {
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

TEST(Livelocks, ASpinThatAnotherThreadEndsIsClean) {
    EXPECT_EQ(exploring<waits_for_a_flag>().found, verdict::exhausted_clean);
    EXPECT_EQ(exploring<waits_for_a_flag>(with_stale_loads(3)).found, verdict::exhausted_clean);
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

TEST(Livelocks, ACheckAtTheEndThatSpinsForEverEndsAtTheLimitOfSteps) {
    result const found = exploring<check_spins>(plain(0));
    EXPECT_EQ(found.found, verdict::sampled_clean);
    EXPECT_EQ(found.cut_by, "steps");
}

} // namespace
