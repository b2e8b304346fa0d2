// A thread that pauses waits for a change of what it has looked at: one that has come already is none to wait for.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_relaxed;

// The first thread looks at two things in a round. Its first round may find the one before, the other after the
// second thread has changed both; what it finds next is the newest, whoever else is at work.
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
    EXPECT_EQ(exploring<looks_at_two_things>(plain(0), "before the third").found,
              verdict::exhausted_clean);
    EXPECT_EQ(exploring<looks_at_two_things>(plain(1), "before the third").found,
              verdict::reachable);
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
    EXPECT_EQ(exploring<looks_at_the_clock>(plain(1), "went on").found, verdict::exhausted_clean);
    EXPECT_EQ(exploring<looks_at_the_clock>(plain(2), "went on").found, verdict::reachable);
}

// The others may go first at such a pause all the same, and that costs nothing.
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
        int const first = a.load(memory_order_relaxed);
        int const second = b.load(memory_order_relaxed);
        kev::relax();
        int const third = c.load(memory_order_relaxed);
        if (first == 0 && second == 1) reached(third == 0 ? "went on" : "gave way");
    }
};

TEST(Pauses, GiveWayEvenThen) {
    auto const found = exploring<pauses_after_a_change>(plain(2));
    EXPECT_EQ(found.found, verdict::exhausted_clean);
    EXPECT_TRUE(found.reached.contains("went on"));
    EXPECT_TRUE(found.reached.contains("gave way"));
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

TEST(Pauses, ThatAreAllDisturbedAreALivelock) {
    EXPECT_EQ(exploring<disturb_each_other>(plain(2)).found, verdict::livelock);
}

} // namespace
