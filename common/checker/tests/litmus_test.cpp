// The classic litmus tests. Each says which outcomes C++ allows and which the checker can show; a
// comment names the ones that C++ allows and it cannot.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <array>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;
using order = std::memory_order;

using outcome = std::array<int, 4>;
std::set<outcome> outcomes;

template <typename S>
std::set<outcome> outcomes_of(int stale_loads) {
    outcomes.clear();
    EXPECT_EQ(exploring<S>(with_stale_loads(stale_loads)).found, verdict::exhausted_clean);
    return outcomes;
}

struct two_variables {
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    outcome r{};
    void after() { outcomes.insert(r); }
};

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

enum class between { nothing, acq_rel_fence, seq_cst_fence, light, heavy, light_and_heavy };

// Store buffering with a fence between the two, on both sides.
template <between Kind>
struct fenced_store_buffering : two_variables {
    static constexpr int threads = 2;
    void thread(int number) {
        auto& mine = number == 1 ? x : y;
        auto& other = number == 1 ? y : x;
        mine.store(1, memory_order_relaxed);
        bool const light =
            Kind == between::light || (Kind == between::light_and_heavy && number == 1);
        bool const heavy =
            Kind == between::heavy || (Kind == between::light_and_heavy && number == 2);
        if (Kind == between::acq_rel_fence) fence(std::memory_order_acq_rel, {});
        if (Kind == between::seq_cst_fence) fence(memory_order_seq_cst, {});
        if (light) kev::asymmetric_fence_light();
        if (heavy) kev::asymmetric_fence_heavy();
        r[static_cast<unsigned>(number - 1)] = other.load(memory_order_relaxed);
    }
};

template <between Kind>
bool both_may_miss() {
    return outcomes_of<fenced_store_buffering<Kind>>(2).contains(outcome{0, 0});
}

TEST(Litmus, OnlyASequentiallyConsistentFenceForbidsStoreBuffering) {
    EXPECT_TRUE(both_may_miss<between::nothing>());
    EXPECT_TRUE(both_may_miss<between::acq_rel_fence>());
    EXPECT_FALSE(both_may_miss<between::seq_cst_fence>());
}

TEST(Litmus, AHeavyFenceOrdersWithALightOneAndTwoLightOnesDoNotOrder) {
    EXPECT_FALSE(both_may_miss<between::light_and_heavy>());
    EXPECT_FALSE(both_may_miss<between::heavy>());
    EXPECT_TRUE(both_may_miss<between::light>());
}

// A third thread that reads what is stored after the heavy fence knows what the light one has published.
struct heavy_fence_passes_on : two_variables {
    static constexpr int threads = 3;
    kev::atomic<int> flag{0};
    void thread(int number) {
        if (number == 1) {
            x.store(1, memory_order_relaxed);
            kev::asymmetric_fence_light();
            r[0] = y.load(memory_order_relaxed);
        } else if (number == 2) {
            y.store(1, memory_order_relaxed);
            kev::asymmetric_fence_heavy();
            flag.store(1, memory_order_relaxed);
        } else {
            r[1] = 1;
            if (flag.load(memory_order_acquire) == 1) r[1] = x.load(memory_order_relaxed);
        }
    }
};

TEST(Litmus, AHeavyFencePassesOnWhatALightOneHasPublished) {
    EXPECT_FALSE(outcomes_of<heavy_fence_passes_on>(1).contains(outcome{0, 0}));
    EXPECT_TRUE(outcomes_of<heavy_fence_passes_on>(1).contains(outcome{0, 1}));
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

// The same with fences in place of the orders.
template <bool WriterFence, bool ReaderFence>
struct fenced_message_passing : two_variables {
    static constexpr int threads = 2;
    void thread(int number) {
        if (number == 1) {
            x.store(1, memory_order_relaxed);
            if (WriterFence) fence(memory_order_release, {});
            y.store(1, memory_order_relaxed);
        } else {
            r[0] = y.load(memory_order_relaxed);
            if (ReaderFence) fence(memory_order_acquire, {});
            r[1] = x.load(memory_order_relaxed);
        }
    }
};

TEST(Litmus, MessagePassingByFencesNeedsBoth) {
    outcome const flag_without_data{1, 0};
    EXPECT_FALSE((outcomes_of<fenced_message_passing<true, true>>(2).contains(flag_without_data)));
    EXPECT_TRUE((outcomes_of<fenced_message_passing<true, false>>(2).contains(flag_without_data)));
    EXPECT_TRUE((outcomes_of<fenced_message_passing<false, true>>(2).contains(flag_without_data)));
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

// A relaxed store seen through a sequentially consistent fence binds a sequentially consistent load.
struct fence_and_load : two_variables {
    static constexpr int threads = 2;
    void thread(int number) {
        if (number == 1) {
            x.store(1, memory_order_relaxed);
            fence(memory_order_seq_cst, {});
            r[0] = y.load(memory_order_relaxed);
        } else {
            y.store(1, memory_order_seq_cst);
            r[1] = x.load(memory_order_seq_cst);
        }
    }
};

TEST(Litmus, AFenceOrdersWithSequentiallyConsistentOperations) {
    EXPECT_FALSE(outcomes_of<fence_and_load>(3).contains(outcome{0, 0}));
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
