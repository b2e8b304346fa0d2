// Runs that go on and on: each ends with a verdict that is true, and none ends the program.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_relaxed;

// A spin that gives up, and fails when it does.
template <int Rounds>
struct fails_when_it_gives_up {
    static constexpr int threads = 2;
    kev::atomic<int> flag{0, "flag"};
    void thread(int number) {
        if (number == 2) return flag.store(1, memory_order_relaxed);
        for (int round = 0; round < Rounds; ++round) {
            if (flag.load(memory_order_relaxed) != 0) return;
            kev::relax();
        }
        require(false, "the spin does not give up");
    }
};

TEST(LongRuns, ASpinThatIsNotFollowedToItsEndIsNotCalledExhausted) {
    if (stacks_are_hidden()) GTEST_SKIP() << "no stack can be compared here";
    EXPECT_EQ(exploring<fails_when_it_gives_up<1000>>(plain(2)).found, verdict::assertion);
    auto const cut = exploring<fails_when_it_gives_up<3000>>(plain(2));
    EXPECT_EQ(cut.found, verdict::sampled_clean);
    EXPECT_EQ(cut.cut_by, "spin");
}

TEST(LongRuns, ASpinThatRepeatsItselfIsExhausted) {
    auto const found = exploring<spinner>(plain(2));
    EXPECT_EQ(found.found, verdict::exhausted_clean);
    EXPECT_GT(found.unfair, 0u) << "in some run the thread spins on while the other could go";
}

// The spinner also writes plain data in every round: its stack repeats itself, and the whole does not.
struct counts_its_rounds_elsewhere {
    static constexpr int threads = 2;
    kev::atomic<int> flag{0, "flag"};
    kev::shared<int> rounds{0, "rounds"};
    void thread(int number) {
        if (number == 2) return flag.store(1, memory_order_relaxed);
        while (flag.load(memory_order_relaxed) == 0) {
            rounds.write(rounds.read() + 1);
            require(rounds.read() < 100, "fewer than a hundred rounds");
            kev::relax();
        }
    }
};

TEST(LongRuns, TheStoresOfASpinArePartOfItsRepetition) {
    EXPECT_EQ(exploring<counts_its_rounds_elsewhere>(plain(1)).found, verdict::assertion);
}

// Two threads wait for each other, and each makes an object in every round.
struct makes_an_object_each_round {
    static constexpr int threads = 2;
    kev::atomic<int> flag[2];
    void thread(int number) {
        while (flag[number - 1].load(memory_order_relaxed) == 0) {
            kev::atomic<int> block{0, "block"};
            block.store(1, memory_order_relaxed);
            kev::relax();
        }
        flag[2 - number].store(1, memory_order_relaxed);
    }
};

TEST(LongRuns, ALivelockThatMakesObjectsIsFoundBeforeTheObjectsRunOut) {
    EXPECT_EQ(exploring<makes_an_object_each_round>(plain(1)).found, verdict::livelock);
}

// Makes objects without end, and no round is like the one before.
template <typename T>
struct makes_objects_without_end {
    static constexpr int threads = 1;
    kev::atomic<int> turns{0, "turns"};
    void thread(int) {
        alignas(T) std::byte room[1000 * sizeof(T)];
        for (int i = 0; i < 1000; ++i) {
            new (room + static_cast<std::size_t>(i) * sizeof(T)) T(0, "one");
            if (i % 8 == 0) turns.fetch_add(1, memory_order_relaxed);
        }
    }
};

TEST(LongRuns, TooManyObjectsEndTheSearchAndNotTheProgram) {
    for (auto const& found : {exploring<makes_objects_without_end<kev::atomic<int>>>(plain(1)),
                              exploring<makes_objects_without_end<kev::shared<int>>>(plain(1))}) {
        EXPECT_EQ(found.found, verdict::sampled_clean);
        EXPECT_EQ(found.cut_by, "objects");
        EXPECT_EQ(found.bound, -1);
    }
}

// Two threads wait for each other, and a counter grows: no round is like the one before.
struct growing {
    static constexpr int threads = 2;
    kev::atomic<int> flag[2];
    kev::atomic<int> rounds{0, "rounds"};
    void thread(int number) {
        while (flag[number - 1].load(memory_order_relaxed) == 0) {
            rounds.fetch_add(1, memory_order_relaxed);
            kev::relax();
        }
        flag[2 - number].store(1, memory_order_relaxed);
    }
};

TEST(LongRuns, TheSearchEndsAfterAThousandRunsThatItCouldNotFollow) {
    auto const found = exploring<growing>(plain(3));
    EXPECT_EQ(found.found, verdict::sampled_clean);
    EXPECT_EQ(found.cut_by, "steps");
    EXPECT_LE(found.longest, 501);
    EXPECT_EQ(found.open, 1000u);
}

} // namespace
