// A thread that pauses waits for a change of what it has looked at. If the change has come already, the thread does not
// wait.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_relaxed;

// The goal needs `preemptions`, and is out of reach with one less. In each scenario below, a pause
// after a change costs nothing; so the preemptions are those that the other threads need.
template <typename Scenario>
void expect_reached_with(int preemptions, char const* goal) {
    EXPECT_EQ(exploring<Scenario>(plain(preemptions - 1), goal).found, verdict::exhausted_clean);
    EXPECT_EQ(exploring<Scenario>(plain(preemptions), goal).found, verdict::reachable);
}

// The first thread looks at `a` and then at `b` in a round. In its first round it may find `a` before the second thread has
// changed both, and `b` after that. In its next round it finds the newest values, whatever other threads do.
struct looks_at_two_things {
    static constexpr int threads = 3;
    kev::atomic<int> a{0, "a"};
    kev::atomic<int> b{0, "b"};
    kev::atomic<int> c{0, "c"};
    void thread(int number) {
        if (number == 1) return look();
        if (number == 3) return c.store(1, memory_order_relaxed);
        a.store(1, memory_order_relaxed);
        b.store(1, memory_order_relaxed);
    }
    void look() {
        bool half = false;
        for (;;) {
            int const first = a.load(memory_order_relaxed);
            int const second = b.load(memory_order_relaxed);
            if (first == 1 && second == 1) break;
            half = half || second == 1;
            kev::relax();
        }
        if (half && c.load(memory_order_relaxed) == 0) reached("before the third");
    }
};

TEST(Pauses, AreShortWhereSomethingHasChangedSinceTheLook) {
    expect_reached_with<looks_at_two_things>(1, "before the third");
}

// A stale look finds what has changed already.
struct looks_and_finds_an_old_value {
    static constexpr int threads = 3;
    kev::atomic<int> a{0, "a"};
    kev::atomic<int> b{0, "b"};
    kev::atomic<int> c{0, "c"};
    void thread(int number) {
        if (number == 1) return look();
        if (number == 3) return c.store(1, memory_order_relaxed);
        a.store(1, memory_order_relaxed);
        b.store(1, memory_order_relaxed);
    }
    void look() {
        if (b.load(memory_order_relaxed) == 0) return;
        int rounds = 0;
        for (; a.load(memory_order_relaxed) == 0; ++rounds) kev::relax();
        if (rounds == 1 && c.load(memory_order_relaxed) == 0) reached("before the third");
    }
};

TEST(Pauses, AreShortAfterAStaleLook) {
    options stale = plain(0);
    EXPECT_EQ(exploring<looks_and_finds_an_old_value>(stale, "before the third").found,
              verdict::exhausted_clean);
    stale.limits.stale_loads = 1;
    EXPECT_EQ(exploring<looks_and_finds_an_old_value>(stale, "before the third").found,
              verdict::reachable);
}

// An exchange that changes nothing is a look.
struct tries_to_take {
    static constexpr int threads = 3;
    kev::atomic<int> taken{1, "taken"};
    kev::atomic<int> b{0, "b"};
    kev::atomic<int> c{0, "c"};
    void thread(int number) {
        if (number == 1) return take();
        if (number == 3) return c.store(1, memory_order_relaxed);
        taken.store(0, memory_order_relaxed);
        b.store(1, memory_order_relaxed);
    }
    void take() {
        bool half = false;
        while (taken.exchange(1, memory_order_relaxed) != 0) {
            half = b.load(memory_order_relaxed) == 1;
            kev::relax();
        }
        if (half && c.load(memory_order_relaxed) == 0) reached("before the third");
    }
};

TEST(Pauses, AreShortWhereAnExchangeThatFailedWouldTakeItNow) {
    expect_reached_with<tries_to_take>(1, "before the third");
}

// The clock is looked at, too.
struct looks_at_the_clock {
    static constexpr int threads = 2;
    kev::atomic<int> a{0, "a"};
    kev::atomic<int> c{0, "c"};
    void thread(int number) {
        if (number == 2) {
            run& r = *run::active();
            r.point(step::change);
            r.advance_time(r.time() + std::chrono::nanoseconds(5));
            a.store(1, memory_order_relaxed);
            return c.store(1, memory_order_relaxed);
        }
        bool const early = kev::clock::now().time_since_epoch().count() == 0;
        bool const half = a.load(memory_order_relaxed) == 1;
        kev::relax();
        if (early && half && c.load(memory_order_relaxed) == 0) reached("went on");
    }
};

TEST(Pauses, AreShortWhereTimeHasPassedSinceTheLook) {
    expect_reached_with<looks_at_the_clock>(2, "went on");
}

// The next run does not inherit what one run has looked at: here the clock, which the first thread looks
// at in some runs only.
struct looks_at_the_clock_sometimes {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> c{0, "c"};
    void thread(int number) {
        if (number == 2) {
            c.store(1, memory_order_relaxed);
            return x.store(1, memory_order_relaxed);
        }
        if (number == 3) {
            run& r = *run::active();
            r.point(step::change);
            r.advance_time(r.time() + std::chrono::nanoseconds(5));
            return x.store(2, memory_order_relaxed);
        }
        int const seen = x.load(memory_order_relaxed);
        if (seen == 1) (void)kev::clock::now();
        kev::relax();
        if (seen == 2 && c.load(memory_order_relaxed) == 0) reached("before the second");
    }
};

TEST(Pauses, KnowNothingOfOtherRuns) {
    expect_reached_with<looks_at_the_clock_sometimes>(1, "before the second");
}

// A thread's own change is nothing new to it.
struct changes_what_it_looked_at {
    static constexpr int threads = 2;
    kev::atomic<int> a{0, "a"};
    kev::atomic<int> c{0, "c"};
    void thread(int number) {
        if (number == 2) return c.store(1, memory_order_relaxed);
        (void)a.load(memory_order_relaxed);
        a.store(1, memory_order_relaxed);
        kev::relax();
        if (c.load(memory_order_relaxed) == 0) reached("before the second");
    }
};

TEST(Pauses, WaitForOthers) {
    expect_reached_with<changes_what_it_looked_at>(1, "before the second");
}

// Looks at the first object in its first round, and at the second one, which does not change, in
// the next two.
template <std::size_t First>
struct looked_in_another_round {
    static constexpr int threads = 2;
    kev::atomic<int> x[3];
    void thread(int number) {
        if (number == 2) {
            for (int i = 1; i < 4; ++i) x[0].store(i, memory_order_relaxed);
            return;
        }
        (void)x[First].load(memory_order_relaxed);
        kev::relax();
        for (int round = 0; round < 2; ++round) {
            (void)x[1].load(memory_order_relaxed);
            (void)x[1].load(memory_order_relaxed);
            kev::relax();
        }
        (void)x[1].load(memory_order_relaxed);
    }
};

TEST(Pauses, WaitForChangesOfWhatWasLookedAtInTheirRound) {
    options const all = without_pruning(plain(3));
    auto const found = exploring<looked_in_another_round<0>>(all);
    EXPECT_EQ(found.found, verdict::exhausted_clean);
    EXPECT_EQ(found.runs, exploring<looked_in_another_round<2>>(all).runs);
}

// At a pause after a change the other threads may go first, and that costs nothing. A later switch
// costs again.
struct pauses_after_a_change {
    static constexpr int threads = 2;
    kev::atomic<int> a{0, "a"};
    kev::atomic<int> b{0, "b"};
    kev::atomic<int> c{0, "c"};
    void thread(int number) {
        if (number == 2) {
            a.store(1, memory_order_relaxed);
            b.store(1, memory_order_relaxed);
            return c.store(1, memory_order_relaxed);
        }
        bool const half = a.load(memory_order_relaxed) == 0 && b.load(memory_order_relaxed) == 1 &&
                          c.load(memory_order_relaxed) == 0;
        kev::relax();
        bool const went_on = c.load(memory_order_relaxed) == 0;
        if (half) reached(went_on ? "went on" : "gave way");
        if (half && went_on && c.load(memory_order_relaxed) == 1) reached("was preempted later");
    }
};

TEST(Pauses, MayGiveWayForNothingAfterAChange) {
    auto const few = exploring<pauses_after_a_change>(plain(2));
    EXPECT_EQ(few.found, verdict::exhausted_clean);
    EXPECT_TRUE(few.reached.contains("went on"));
    EXPECT_TRUE(few.reached.contains("gave way"));
    EXPECT_FALSE(few.reached.contains("was preempted later"));
    EXPECT_TRUE(exploring<pauses_after_a_change>(plain(3)).reached.contains("was preempted later"));
}

// A loop that is disturbed in each of its rounds has no end that the search would not come to.
struct disturb_each_other {
    static constexpr int threads = 2;
    kev::atomic<int> flag[2];
    void thread(int number) {
        for (int mine = 1;; mine = 3 - mine) {
            flag[number - 1].store(mine, memory_order_relaxed);
            int const other = flag[2 - number].load(memory_order_relaxed);
            if (other == 0 && flag[number - 1].load(memory_order_relaxed) == 0) break;
            kev::relax();
        }
    }
};

TEST(Pauses, AreALivelockIfAllAreDisturbed) {
    EXPECT_EQ(exploring<disturb_each_other>(plain(2)).found, verdict::livelock);
}

} // namespace
