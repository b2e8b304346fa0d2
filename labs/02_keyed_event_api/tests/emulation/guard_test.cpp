// The lock of four bytes that protects the emulation's tables. ThreadSanitizer judges it by the plain counter.
#include <kev/lab02/emulation/guard.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab02::emulation {
namespace {

TEST(Guard, LetsOneThreadInAtATime) {
    constexpr int threads = 4;
    constexpr int turns = 20'000;
    guard g;
    long counter = 0;
    int slow_turns = 0;
    testing::run_threads(threads, [&](int) {
        for (int turn = 0; turn < turns; ++turn) {
            std::lock_guard const lock(g);
            ++counter;
            if (turn % 64 != 0) continue;
            ++slow_turns;
            kev::yield(); // so that others find the guard owned, and sleep
        }
    });
    EXPECT_EQ(counter, long{threads} * turns);
    EXPECT_GT(slow_turns, 0);
    EXPECT_FALSE(g.is_locked());
}

// One waker for many sleepers: each that gets in has to wake the next. A thread that was left asleep would hang the test.
TEST(Guard, WakesEveryThreadThatSleeps) {
    constexpr int sleepers = 16;
    guard g;
    int through = 0;
    g.lock();
    std::vector<std::jthread> threads;
    for (int index = 0; index < sleepers; ++index) {
        threads.push_back(testing::start_thread([&] {
            std::lock_guard const lock(g);
            ++through;
        }));
    }
    testing::let_others_run();
    EXPECT_EQ(through, 0);
    g.unlock();
    threads.clear(); // joins
    EXPECT_EQ(through, sleepers);
}

TEST(Guard, IsFreeOnceItIsMadeAnew) {
    guard g;
    g.lock();
    EXPECT_TRUE(g.is_locked());
    g.make_anew();
    EXPECT_FALSE(g.is_locked());
    g.lock();
    g.unlock();
}

} // namespace
} // namespace kev::lab02::emulation
