// Which waits of a run count, and how much of them.
#include <kev/bench/waits.hpp>

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace kev::bench {

using namespace std::chrono_literals;

TEST(Waits, DoNotCountBeforeTheRunCounts) {
    counted_time counted;
    wait_times waits(counted);
    waits.measure([] { std::this_thread::sleep_for(1ms); });
    EXPECT_EQ(waits.longest(), 0ns);
}

TEST(Waits, CountFromTheBeginningOfTheRunIfTheyEndInIt) {
    counted_time counted;
    wait_times waits(counted);
    std::chrono::steady_clock::time_point began;
    waits.measure([&] {
        std::this_thread::sleep_for(20ms);
        began = std::chrono::steady_clock::now();
        counted.begin();
    });
    EXPECT_GT(waits.longest(), 0ns);
    EXPECT_LE(waits.longest(), std::chrono::steady_clock::now() - began);
}

TEST(Waits, TheLongestIsKept) {
    counted_time counted;
    counted.begin();
    wait_times waits(counted);
    waits.measure([] { std::this_thread::sleep_for(2ms); });
    waits.measure([] {});
    EXPECT_GE(waits.longest(), 2ms);
}

TEST(Waits, AThreadThatSucceedsAtOnceHasNotWaited) {
    counted_time counted;
    counted.begin();
    wait_times waits(counted);
    waits.measure([] { return true; }, [] { FAIL() << "it waited"; });
    EXPECT_EQ(waits.longest(), 0ns);
    bool waited = false;
    waits.measure([] { return false; }, [&] { waited = true; });
    EXPECT_TRUE(waited);
}

TEST(Waits, TheResultOfTheWaitIsReturned) {
    counted_time counted;
    wait_times waits(counted);
    EXPECT_TRUE(waits.measure([] { return true; }));
    EXPECT_FALSE(waits.measure([] { return false; }));
}

} // namespace kev::bench
