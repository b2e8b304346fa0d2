// The classic litmus tests. Each says which outcomes C++ allows and which the checker can show; a
// comment names the ones that C++ allows and it cannot. Those about fences are in litmus_fences_test.cpp.
#include "exploring.hpp"
#include "outcomes.hpp"

#include <gtest/gtest.h>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

// Store buffering: each thread stores one variable and loads the other.
template <order Store, order Load>
struct store_buffering : two_variables {
    static constexpr int threads = 2;
    void thread(int number) {
        auto& mine = number == 1 ? x : y;
        auto& other = number == 1 ? y : x;
        mine.store(1, Store);
        r[static_cast<unsigned>(number - 1)] = other.load(Load);
    }
};

TEST(Litmus, StoreBufferingNeedsSequentialConsistency) {
    outcome const both_miss{0, 0};
    EXPECT_FALSE(
        (outcomes_of<store_buffering<memory_order_relaxed, memory_order_relaxed>>(0).contains(
            both_miss)));
    EXPECT_TRUE(
        (outcomes_of<store_buffering<memory_order_relaxed, memory_order_relaxed>>(2).contains(
            both_miss)));
    EXPECT_TRUE(
        (outcomes_of<store_buffering<memory_order_release, memory_order_acquire>>(2).contains(
            both_miss)));
    EXPECT_FALSE(
        (outcomes_of<store_buffering<memory_order_seq_cst, memory_order_seq_cst>>(2).contains(
            both_miss)));
    EXPECT_TRUE(
        (outcomes_of<store_buffering<memory_order_seq_cst, memory_order_acquire>>(2).contains(
            both_miss)));
}

TEST(Litmus, OneStaleLoadIsEnoughForStoreBuffering) {
    EXPECT_TRUE(
        (outcomes_of<store_buffering<memory_order_relaxed, memory_order_relaxed>>(1).contains(
            outcome{0, 0})));
}

// Message passing: data, then a flag; the reader looks at the flag, then at the data.
template <order Store, order Load>
struct message_passing : two_variables {
    static constexpr int threads = 2;
    void thread(int number) {
        if (number == 1) {
            x.store(1, memory_order_relaxed);
            y.store(1, Store);
        } else {
            r[0] = y.load(Load);
            r[1] = x.load(memory_order_relaxed);
        }
    }
};

TEST(Litmus, MessagePassingNeedsReleaseAndAcquire) {
    outcome const flag_without_data{1, 0};
    EXPECT_FALSE(
        (outcomes_of<message_passing<memory_order_release, memory_order_acquire>>(2).contains(
            flag_without_data)));
    EXPECT_TRUE(
        (outcomes_of<message_passing<memory_order_relaxed, memory_order_acquire>>(2).contains(
            flag_without_data)));
    EXPECT_TRUE(
        (outcomes_of<message_passing<memory_order_release, memory_order_relaxed>>(2).contains(
            flag_without_data)));
    EXPECT_FALSE(
        (outcomes_of<message_passing<memory_order_relaxed, memory_order_relaxed>>(0).contains(
            flag_without_data)));
}

// Load buffering: each thread loads one variable and then stores the other. Both loads seeing the
// other's store is allowed by C++ for relaxed operations. The checker executes a thread's steps in
// their order, so it cannot show it: a stated limit.
struct load_buffering : two_variables {
    static constexpr int threads = 2;
    void thread(int number) {
        auto& mine = number == 1 ? x : y;
        auto& other = number == 1 ? y : x;
        r[static_cast<unsigned>(number - 1)] = other.load(memory_order_relaxed);
        mine.store(1, memory_order_relaxed);
    }
};

TEST(Litmus, LoadBufferingIsNotModelled) {
    EXPECT_FALSE(outcomes_of<load_buffering>(2).contains(outcome{1, 1}));
    EXPECT_TRUE(outcomes_of<load_buffering>(2).contains(outcome{0, 0}));
}

// Independent reads of independent writes: do two readers agree on which of two stores came first?
template <order Store, order Load>
struct independent_reads : two_variables {
    static constexpr int threads = 4;
    void thread(int number) {
        if (number == 1) x.store(1, Store);
        if (number == 2) y.store(1, Store);
        if (number == 3) {
            r[0] = x.load(Load);
            r[1] = y.load(Load);
        }
        if (number == 4) {
            r[2] = y.load(Load);
            r[3] = x.load(Load);
        }
    }
};

TEST(Litmus, IndependentReadersAgreeOnlyUnderSequentialConsistency) {
    outcome const they_disagree{1, 0, 1, 0};
    EXPECT_FALSE(
        (outcomes_of<independent_reads<memory_order_seq_cst, memory_order_seq_cst>>(2).contains(
            they_disagree)));
    EXPECT_TRUE(
        (outcomes_of<independent_reads<memory_order_release, memory_order_acquire>>(2).contains(
            they_disagree)));
    EXPECT_TRUE(
        (outcomes_of<independent_reads<memory_order_seq_cst, memory_order_acquire>>(2).contains(
            they_disagree)));
    EXPECT_FALSE(
        (outcomes_of<independent_reads<memory_order_relaxed, memory_order_relaxed>>(0).contains(
            they_disagree)));
}

// A relaxed load sees a store of the one order of all sequentially consistent operations, and C++20 still lets that store
// come last in it: reader, y, late reader, x. (ARMv8 may show it.) The checker's order is that in which it executes.
struct order_against_a_relaxed_load : two_variables {
    static constexpr int threads = 3;
    void thread(int number) {
        if (number == 1) x.store(1, memory_order_seq_cst);
        if (number == 2) {
            r[0] = x.load(memory_order_relaxed);
            r[1] = y.load(memory_order_seq_cst);
        }
        if (number == 3) {
            y.store(1, memory_order_seq_cst);
            r[2] = x.load(memory_order_seq_cst);
        }
    }
};

TEST(Litmus, AnotherOrderThanThatOfExecutionIsNotModelled) {
    EXPECT_FALSE(outcomes_of<order_against_a_relaxed_load>(3).contains(outcome{1, 0, 0}));
    EXPECT_TRUE(outcomes_of<order_against_a_relaxed_load>(3).contains(outcome{0, 0, 0}));
}

// Coherence: two loads of one variable by one thread never go back, whatever the orders.
struct read_read_coherence : two_variables {
    static constexpr int threads = 2;
    void thread(int number) {
        if (number == 1) {
            x.store(1, memory_order_relaxed);
            x.store(2, memory_order_relaxed);
        } else {
            r[0] = x.load(memory_order_relaxed);
            r[1] = x.load(memory_order_relaxed);
        }
    }
};

TEST(Litmus, ReadsOfOneVariableNeverGoBack) {
    for (outcome const& seen : outcomes_of<read_read_coherence>(3)) EXPECT_LE(seen[0], seen[1]);
    EXPECT_TRUE(outcomes_of<read_read_coherence>(3).contains(outcome{0, 2}));
    EXPECT_TRUE(outcomes_of<read_read_coherence>(3).contains(outcome{1, 1}));
}

// A thread sees its own store, or a later one.
struct write_read_coherence : two_variables {
    static constexpr int threads = 2;
    void thread(int number) {
        x.store(number, memory_order_relaxed);
        r[static_cast<unsigned>(number - 1)] = x.load(memory_order_relaxed);
    }
};

TEST(Litmus, AThreadNeverMissesItsOwnStore) {
    for (outcome const& seen : outcomes_of<write_read_coherence>(3)) {
        EXPECT_NE(seen[0], 0);
        EXPECT_NE(seen[1], 0);
    }
}

// A value that one thread has read is old news for all that happens after.
struct causality : two_variables {
    static constexpr int threads = 3;
    void thread(int number) {
        if (number == 1) x.store(1, memory_order_relaxed);
        if (number == 2) {
            r[0] = x.load(memory_order_relaxed);
            y.store(1, memory_order_release);
        }
        if (number == 3) {
            r[1] = y.load(memory_order_acquire);
            r[2] = x.load(memory_order_relaxed);
        }
    }
};

TEST(Litmus, ReadsThatHappenBeforeBindLaterReads) {
    EXPECT_FALSE(outcomes_of<causality>(3).contains(outcome{1, 1, 0}));
    EXPECT_TRUE(outcomes_of<causality>(3).contains(outcome{0, 1, 0}));
}

// A relaxed load may read a store that many others have followed.
template <int Stores>
struct many_stores {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> go{0, "go"};
    void thread(int number) {
        if (number == 1) {
            for (int i = 1; i <= Stores; ++i) x.store(i, memory_order_relaxed);
            go.store(1, memory_order_relaxed);
        } else if (go.load(memory_order_relaxed) == 1 && x.load(memory_order_relaxed) == 0) {
            reached("the oldest");
        }
    }
};

TEST(Litmus, ALoadMayReadAStoreOfLongAgo) {
    options one = with_stale_loads(1);
    one.limits.preemptions = 0;
    EXPECT_EQ(exploring<many_stores<100>>(one).reached.count("the oldest"), 1u);
    EXPECT_EQ(exploring<many_stores<255>>(one).reached.count("the oldest"), 1u);
}

TEST(LitmusDeathTest, MoreStoresThanTheSearchCanChooseFromAreNotLeftOutInSilence) {
    options one = with_stale_loads(1);
    one.limits.preemptions = 0;
    EXPECT_DEATH(exploring<many_stores<256>>(one), "too many answers to one choice");
}

} // namespace
