// Nothing is kept from one run to the next.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_relaxed;

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

TEST(BetweenRuns, AScenarioThatKeepsSomethingBetweenRunsIsRefused) {
    EXPECT_THROW(exploring<keeps_something>(), std::logic_error);
    EXPECT_THROW(exploring<fails_once>(), std::logic_error) << "the failure cannot be shown";
}

kev::atomic<int> global{5};

struct uses_a_global {
    static constexpr int threads = 2;
    void thread(int) { global.fetch_add(1, memory_order_relaxed); }
    void after() { require(global.load() == 7, "a global starts afresh in every run"); }
};

TEST(BetweenRuns, GlobalsStartAfreshInEveryRun) {
    EXPECT_EQ(exploring<uses_a_global>().found, verdict::exhausted_clean);
    EXPECT_EQ(global.load(), 5);
}

} // namespace
