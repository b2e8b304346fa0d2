// Litmus tests about fences.
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

TEST(LitmusOfFences, OnlyASequentiallyConsistentFenceForbidsStoreBuffering) {
    EXPECT_TRUE(both_may_miss<between::nothing>());
    EXPECT_TRUE(both_may_miss<between::acq_rel_fence>());
    EXPECT_FALSE(both_may_miss<between::seq_cst_fence>());
}

TEST(LitmusOfFences, AHeavyFenceOrdersWithALightOneAndTwoLightOnesDoNotOrder) {
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

TEST(LitmusOfFences, AHeavyFencePassesOnWhatALightOneHasPublished) {
    EXPECT_FALSE(outcomes_of<heavy_fence_passes_on>(1).contains(outcome{0, 0}));
    EXPECT_TRUE(outcomes_of<heavy_fence_passes_on>(1).contains(outcome{0, 1}));
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

TEST(LitmusOfFences, MessagePassingByFencesNeedsBoth) {
    outcome const flag_without_data{1, 0};
    EXPECT_FALSE((outcomes_of<fenced_message_passing<true, true>>(2).contains(flag_without_data)));
    EXPECT_TRUE((outcomes_of<fenced_message_passing<true, false>>(2).contains(flag_without_data)));
    EXPECT_TRUE((outcomes_of<fenced_message_passing<false, true>>(2).contains(flag_without_data)));
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

TEST(LitmusOfFences, AFenceOrdersWithSequentiallyConsistentOperations) {
    EXPECT_FALSE(outcomes_of<fence_and_load>(3).contains(outcome{0, 0}));
}

} // namespace
