// Threads that spin for a while and give up, or only pause.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_relaxed;

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

TEST(GivenUpSpins, ABoundedSpinGivesUpForOnePreemption) {
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

TEST(GivenUpSpins, AThreadThatHasGivenUpSpinningReadsValuesThatOtherThreadsMayChange) {
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

TEST(GivenUpSpins, AThreadThatGivesUpMayBePreemptedAfterItsLastPause) {
    auto const found = exploring<gives_up_and_reads>(plain(2));
    EXPECT_EQ(found.reached.count("all was written after the last look"), 1u);
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

TEST(GivenUpSpins, ALongPauseHidesNothing) {
    EXPECT_EQ(exploring<pauses_for_long>(plain(0)).found, verdict::assertion);
}

struct rests_for_ever {
    static constexpr int threads = 1;
    void thread(int) {
        for (;;) kev::relax();
    }
};

TEST(GivenUpSpins, AThreadThatOnlyPausesDoesNotHangTheSearch) {
    EXPECT_TRUE(is_finding(exploring<rests_for_ever>(plain(0)).found));
}

} // namespace
