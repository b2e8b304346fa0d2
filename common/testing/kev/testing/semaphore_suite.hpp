/// @file
/// What every counting semaphore of the labs must do; its type has the names of std::counting_semaphore.
///
/// @code
/// using semaphores = ::testing::Types<counting_semaphore<>>;
/// INSTANTIATE_TYPED_TEST_SUITE_P(Lab08, Semaphore, semaphores);
/// @endcode
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>

#include <gtest/gtest.h>

#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>
#include <kev/world.hpp>

namespace kev::testing {

/// Whether a semaphore sleeps through lab 02's wrapper, which counts.
template <typename Type>
inline constexpr bool semaphore_sleeps_are_counted = true;

template <typename Type>
class Semaphore : public ::testing::Test {};

TYPED_TEST_SUITE_P(Semaphore);

TYPED_TEST_P(Semaphore, HasThePermitsThatItWasGiven) {
    TypeParam semaphore(2);
    EXPECT_TRUE(semaphore.try_acquire());
    semaphore.acquire();
    EXPECT_FALSE(semaphore.try_acquire());
    semaphore.release(3);
    EXPECT_TRUE(semaphore.try_acquire());
    EXPECT_TRUE(semaphore.try_acquire());
    EXPECT_TRUE(semaphore.try_acquire());
    EXPECT_FALSE(semaphore.try_acquire());
}

TYPED_TEST_P(Semaphore, BlocksUntilThereIsAPermit) {
    TypeParam semaphore(0);
    std::atomic<int> through{0};
    std::jthread taker = start_thread([&] {
        semaphore.acquire();
        through = 1;
    });
    let_others_run();
    EXPECT_EQ(through, 0);
    semaphore.release();
    taker.join();
    EXPECT_EQ(through, 1);
}

TYPED_TEST_P(Semaphore, WakesAsManyAsItHasPermitsFor) {
    TypeParam semaphore(0);
    std::atomic<int> through{0};
    {
        std::jthread const takers[] = {start_thread([&] { semaphore.acquire(), ++through; }),
                                       start_thread([&] { semaphore.acquire(), ++through; }),
                                       start_thread([&] { semaphore.acquire(), ++through; })};
        let_others_run();
        semaphore.release(2);
        wait_until_true([&] { return through >= 2; });
        let_others_run();
        EXPECT_EQ(through, 2);
        semaphore.release(1);
    }
    EXPECT_EQ(through, 3);
    EXPECT_FALSE(semaphore.try_acquire());
}

TYPED_TEST_P(Semaphore, GivesUpNotBeforeTheTimeIsOver) {
    using namespace std::chrono_literals;
    TypeParam semaphore(0);
    EXPECT_FALSE(semaphore.try_acquire_for(0s));
    EXPECT_FALSE(semaphore.try_acquire_for(-1h));
    auto const start = std::chrono::steady_clock::now();
    EXPECT_FALSE(semaphore.try_acquire_for(20ms));
    EXPECT_FALSE(semaphore.try_acquire_until(start + 30ms));
    EXPECT_GE(std::chrono::steady_clock::now(), start + 30ms);
    semaphore.release();
    EXPECT_TRUE(semaphore.try_acquire_until(start));
    EXPECT_FALSE(semaphore.try_acquire());
}

TYPED_TEST_P(Semaphore, LosesAndInventsNoPermitInAStorm) {
    // Three permits between eight threads, some of which give up: never more than three are inside. Now
    // and then a holder sleeps, so that the others must.
    using namespace std::chrono_literals;
    constexpr int permits = 3;
    constexpr int turns = 1'000;
    TypeParam semaphore(permits);
    std::atomic<int> inside{0};
    std::atomic<int> most{0};
    std::atomic<long> failures{0};
    tally const sum = run_threads(8, [&](int index) {
        for (int turn = 0; turn < turns; ++turn) {
            bool const got =
                index < 5 ? (semaphore.acquire(), true) : semaphore.try_acquire_for(20us * index);
            if (turn % 512 == 0) feed_watchdog();
            if (!got) {
                ++failures;
                continue;
            }
            int const now = ++inside;
            for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
            }
            if (turn % 32 == 0) std::this_thread::sleep_for(1ms); // less is nothing on Windows
            --inside;
            semaphore.release();
        }
    });
    EXPECT_LE(most, permits);
    int left = 0;
    while (semaphore.try_acquire()) ++left;
    EXPECT_EQ(left, permits);
    EXPECT_GE(failures, 20) << "too few attempts failed: nothing was tested";
    if (semaphore_sleeps_are_counted<TypeParam>) {
        EXPECT_GE(sum.waits, 200u) << "too few sleeps: the storm tested nothing";
    }
}

TYPED_TEST_P(Semaphore, HandsTheGiversWritesToTheTaker) {
    // A queue of one place, filled and emptied by turns; the place itself is plain.
    TypeParam full(0);
    TypeParam empty(1);
    long place = 0;
    constexpr long turns = 3'000;
    run_threads(2, [&](int index) {
        for (long turn = 1; turn <= turns; ++turn) {
            (index == 0 ? empty : full).acquire();
            if (index == 0) {
                place = turn;
            } else {
                EXPECT_EQ(place, turn);
            }
            (index == 0 ? full : empty).release();
        }
    });
    EXPECT_EQ(place, turns);
}

REGISTER_TYPED_TEST_SUITE_P(Semaphore, HasThePermitsThatItWasGiven, BlocksUntilThereIsAPermit,
                            WakesAsManyAsItHasPermitsFor, GivesUpNotBeforeTheTimeIsOver,
                            LosesAndInventsNoPermitInAStorm, HandsTheGiversWritesToTheTaker);

} // namespace kev::testing
