/// @file
/// What every condition variable of the labs must do.
///
/// A lab instantiates the tests for pairs of a condition variable and a mutex that it works with:
/// @code
/// using pairs = ::testing::Types<waits_with<queue_condvar, queue_mutex>>;
/// INSTANTIATE_TYPED_TEST_SUITE_P(Lab04, ConditionVariable, pairs);
/// @endcode
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <kev/testing/condition_variable_fixture.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>
#include <kev/world.hpp>

namespace kev::testing {

TYPED_TEST_SUITE_P(ConditionVariable);

TYPED_TEST_P(ConditionVariable, ForgetsANotificationThatNobodyWaitsFor) {
    // Neither call may block, and neither may be there for a waiter who comes later.
    this->changed_->notify_one();
    this->changed_->notify_all();
    std::vector<std::jthread> takers = this->start_takers(1);
    let_others_run();
    EXPECT_EQ(this->taken(), 0);
    this->make_tickets(1, false, [](auto& changed) { changed.notify_one(); });
    takers.clear(); // joins
    EXPECT_EQ(this->taken(), 1);
    this->changed_->notify_one();
    this->changed_->notify_all();
}

TYPED_TEST_P(ConditionVariable, DoesNotWaitForWhatIsTrueAlready) {
    std::unique_lock lock(this->mutex_);
    tally const before = this_thread_tally();
    this->changed_->wait(lock, [] { return true; });
    EXPECT_TRUE(lock.owns_lock());
    EXPECT_EQ(this_thread_tally().waits, before.waits);
}

TYPED_TEST_P(ConditionVariable, GivesTheMutexUpWhileItWaits) {
    std::vector<std::jthread> takers = this->start_takers(2); // would hang if the first kept it
    this->make_tickets(2, true, [](auto& changed) { changed.notify_all(); });
    takers.clear();
    EXPECT_EQ(this->taken_, 2);
}

// In the tests that assert nothing, wait_until_true() decides: after a lost wake-up it never returns, and the
// watchdog ends the test.

TYPED_TEST_P(ConditionVariable, WakesOneAtATimeWithTheMutexOwned) {
    std::vector<std::jthread> takers = this->start_takers(4);
    for (int made = 1; made <= 4; ++made) {
        this->make_tickets(1, true, [](auto& changed) { changed.notify_one(); });
        wait_until_true([&] { return this->taken() == made; });
    }
}

TYPED_TEST_P(ConditionVariable, WakesOneAtATimeWithTheMutexFree) {
    std::vector<std::jthread> takers = this->start_takers(4);
    for (int made = 1; made <= 4; ++made) {
        this->make_tickets(1, false, [](auto& changed) { changed.notify_one(); });
        wait_until_true([&] { return this->taken() == made; });
    }
}

TYPED_TEST_P(ConditionVariable, WakesNoMoreThanAreNotifiedTo) {
    std::vector<std::jthread> takers = this->start_takers(3);
    this->make_tickets(2, true, [](auto& changed) {
        changed.notify_one();
        changed.notify_one();
    });
    wait_until_true([&] { return this->taken() == 2; });
    let_others_run();
    EXPECT_EQ(this->taken(), 2);
    if (wakes_only_when_notified<typename TypeParam::condvar>) {
        std::unique_lock const lock(this->mutex_);
        EXPECT_EQ(this->looks_, 3 + 2) << "the third was woken, too";
    }
    this->make_tickets(1, false, [](auto& changed) { changed.notify_one(); });
}

TYPED_TEST_P(ConditionVariable, WakesAllWithTheMutexOwned) {
    for (int round = 0; round < 5; ++round) {
        std::vector<std::jthread> takers = this->start_takers(16);
        this->make_tickets(16, true, [](auto& changed) { changed.notify_all(); });
    }
    EXPECT_EQ(this->taken(), 5 * 16);
}

TYPED_TEST_P(ConditionVariable, WakesAllWithTheMutexFree) {
    for (int round = 0; round < 5; ++round) {
        std::vector<std::jthread> takers = this->start_takers(16);
        this->make_tickets(16, false, [](auto& changed) { changed.notify_all(); });
    }
    EXPECT_EQ(this->taken(), 5 * 16);
}

TYPED_TEST_P(ConditionVariable, WakesThreadsThatWaitAgain) {
    // Everybody is woken for each ticket, and all but one have to wait again.
    std::vector<std::jthread> takers = this->start_takers(8);
    for (int made = 1; made <= 8; ++made) {
        this->make_tickets(1, made % 2 == 0, [](auto& changed) { changed.notify_all(); });
        wait_until_true([&] { return this->taken() == made; });
    }
}

TYPED_TEST_P(ConditionVariable, LetsAPredicateThrow) {
    std::unique_lock lock(this->mutex_);
    EXPECT_THROW(
        this->changed_->wait(lock, []() -> bool { throw std::runtime_error("the condition"); }),
        std::runtime_error);
    EXPECT_TRUE(lock.owns_lock());
    in_another_thread([&] { EXPECT_FALSE(this->mutex_.try_lock()); });
    lock.unlock();
    // The same after it has slept once; and both objects are as good as before.
    std::jthread thrower = start_thread([&] {
        std::unique_lock mine(this->mutex_);
        this->waiting_ = 1;
        auto const broken = [&] {
            if (this->tickets_ > 0) throw std::runtime_error("the condition");
            return false;
        };
        EXPECT_THROW(this->changed_->wait(mine, broken), std::runtime_error);
        EXPECT_TRUE(mine.owns_lock());
        this->waiting_ = 0;
    });
    wait_until_true([&] {
        std::unique_lock const look(this->mutex_);
        return this->waiting_ == 1;
    });
    this->make_tickets(1, false, [](auto& changed) { changed.notify_one(); });
    thrower.join();
    std::vector<std::jthread> takers;
    takers.push_back(start_thread([this] { this->take_ticket(); }));
    takers.clear();
    EXPECT_EQ(this->taken_, 1);
    this->changed_->notify_one(); // would wait forever for a waiter that was counted and threw
}

TYPED_TEST_P(ConditionVariable, MayBeDestroyedWhileNotifiedWaitersAreLeaving) {
    if (!may_be_destroyed_once_all_are_notified<typename TypeParam::condvar>)
        GTEST_SKIP() << "it does not promise that";
    for (int round = 0; round < 20; ++round) {
        std::vector<std::jthread> takers = this->start_takers(6);
        std::unique_lock lock(this->mutex_);
        this->tickets_ += 6;
        bool const owning = round % 2 == 0;
        if (!owning) lock.unlock();
        this->changed_->notify_all();
        // With the mutex owned, not one of them can have left. AddressSanitizer poisons the memory that is
        // freed here, and elsewhere the next round gets it.
        this->changed_ = std::make_unique<typename TestFixture::condvar>();
        if (owning) lock.unlock();
        takers.clear();
        ASSERT_EQ(this->taken_, 6 * (round + 1));
    }
}

TYPED_TEST_P(ConditionVariable, HandsTheNotifiersWritesOver) {
    // Ping-pong: each value must have come through the mutex, and each turn through a notification.
    long turn = 0; // even: thread 0's; plain, ThreadSanitizer judges by it
    constexpr long turns = 2'000;
    tally const sum = run_threads(2, [&](int index) {
        std::unique_lock lock(this->mutex_);
        while (turn < turns) {
            this->changed_->wait(lock, [&] { return turn >= turns || turn % 2 == index; });
            if (turn < turns) ++turn;
            this->changed_->notify_one();
        }
    });
    EXPECT_EQ(turn, turns);
    if (condvar_sleeps_are_counted<typename TypeParam::condvar>) {
        EXPECT_GE(sum.waits, 500u) << "too few sleeps: nothing was tested";
    }
}

TYPED_TEST_P(ConditionVariable, LosesNoNotificationInALongStorm) {
    // A queue of two places between three producers and three consumers: both sides wait all the time,
    // each with a condition of its own, so notify_one() alone would not do with one object.
    constexpr int each = 1'000;
    typename TestFixture::condvar not_full;
    int filled = 0;
    long put = 0;
    long got = 0;
    tally const sum = run_threads(6, [&](int index) {
        for (int i = 0; i < each; ++i) {
            std::unique_lock lock(this->mutex_);
            if (index % 2 == 0) {
                not_full.wait(lock, [&] { return filled < 2; });
                ++filled;
                ++put;
                if (i % 3 == 0) lock.unlock();
                this->changed_->notify_one();
            } else {
                this->changed_->wait(lock, [&] { return filled > 0; });
                --filled;
                ++got;
                if (i % 3 == 0) lock.unlock();
                not_full.notify_one();
            }
            if (i % 512 == 0) feed_watchdog();
        }
    });
    EXPECT_EQ(put, 3 * each);
    EXPECT_EQ(got, 3 * each);
    EXPECT_EQ(filled, 0);
    if (condvar_sleeps_are_counted<typename TypeParam::condvar>) {
        EXPECT_GE(sum.waits, 500u) << "too few sleeps: the storm tested nothing";
    }
}

TYPED_TEST_P(ConditionVariable, LosesNobodyInAStormOfBroadcasts) {
    // A barrier that is used again and again: the last thread wakes all others, which are at once on
    // their way to the next round. If one of them took the wake-up of another there, it would be the
    // end of the barrier.
    constexpr bool always_owning = may_pass_waiters_over<typename TypeParam::condvar>;
    constexpr int threads = 5;
    constexpr int rounds = 500;
    int missing = threads;
    int generation = 0;
    tally const sum = run_threads(threads, [&](int index) {
        for (int round = 0; round < rounds; ++round) {
            std::unique_lock lock(this->mutex_);
            ASSERT_EQ(generation, round);
            if (--missing == 0) {
                missing = threads;
                ++generation;
                if (!always_owning && index % 2 == 0) lock.unlock();
                this->changed_->notify_all();
            } else {
                this->changed_->wait(lock, [&] { return generation != round; });
            }
            if (round % 256 == 0) feed_watchdog();
        }
    });
    EXPECT_EQ(generation, rounds);
    if (condvar_sleeps_are_counted<typename TypeParam::condvar>) {
        EXPECT_GE(sum.waits, 500u) << "too few sleeps: the storm tested nothing";
    }
}

REGISTER_TYPED_TEST_SUITE_P(ConditionVariable, ForgetsANotificationThatNobodyWaitsFor,
                            DoesNotWaitForWhatIsTrueAlready, GivesTheMutexUpWhileItWaits,
                            WakesOneAtATimeWithTheMutexOwned, WakesOneAtATimeWithTheMutexFree,
                            WakesNoMoreThanAreNotifiedTo, WakesAllWithTheMutexOwned,
                            WakesAllWithTheMutexFree, WakesThreadsThatWaitAgain,
                            LetsAPredicateThrow, MayBeDestroyedWhileNotifiedWaitersAreLeaving,
                            HandsTheNotifiersWritesOver, LosesNoNotificationInALongStorm,
                            LosesNobodyInAStormOfBroadcasts);

} // namespace kev::testing
