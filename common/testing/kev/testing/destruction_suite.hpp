/// @file
/// The tests of a lock that its next owner may destroy: the unlocker does not touch it again. The unlock is
/// stopped after each instruction; where that cannot be done the tests are skipped.
#pragma once

#include <atomic>
#include <chrono>
#include <new>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

#include <kev/testing/single_step.hpp>
#include <kev/testing/threads.hpp>

namespace kev::testing {

template <typename Lock>
class Destruction : public ::testing::Test {
protected:
    static_assert(std::is_trivially_destructible_v<Lock>);

    void SetUp() override {
        if (!threads_can_be_stepped) GTEST_SKIP() << "threads cannot be stopped here";
    }

    revocable_memory memory_;
    Lock& lock_ = *new (memory_.address()) Lock;
};

TYPED_TEST_SUITE_P(Destruction);

TYPED_TEST_P(Destruction, IsAllowedAsSoonAsTheLockIsFree) {
    bool destroyed = false;
    this->lock_.lock();
    step_through([this] { this->lock_.unlock(); },
                 [&] {
                     if (!this->lock_.try_lock()) return false;
                     this->lock_.unlock();
                     this->memory_.take_away();
                     return destroyed = true;
                 });
    EXPECT_TRUE(destroyed) << "the lock was never free";
    EXPECT_FALSE(this->memory_.was_touched()) << "unlock() looked at it when it was gone";
}

TYPED_TEST_P(Destruction, IsAllowedToTheSleeperThatIsNext) {
    // A thread barges in as soon as the lock is free, which may wake the sleeper as well; then it is the sleeper's.
    std::atomic<bool> nobody_else_comes{false};
    std::atomic<bool> destroyed{false};
    this->lock_.lock();
    std::jthread sleeper = start_thread([&] {
        this->lock_.lock();
        this->lock_.unlock();
        wait_until_true([&] { return nobody_else_comes.load(); });
        this->memory_.take_away();
        destroyed = true;
    });
    let_others_run(); // it sleeps
    auto const visit = [&] {
        if (nobody_else_comes) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        } else if (this->lock_.try_lock()) {
            this->lock_.unlock();
            nobody_else_comes = true;
            let_others_run(); // the sleeper comes, if anybody has woken it
        }
        return destroyed.load();
    };
    step_through([this] { this->lock_.unlock(); }, visit);
    bool const was_free = nobody_else_comes.exchange(true);
    sleeper.join();
    EXPECT_FALSE(this->memory_.was_touched()) << "unlock() looked at it when it was gone";
    // A lock that is handed to the sleeper is not free before the sleeper has been here, and may come late. A pause
    // after each instruction is no cure: clock_gettime() starts anew if the clock was moved meanwhile, and never ends.
    if (!was_free) GTEST_SKIP() << "the sleeper came when unlock() was over: nothing was seen";
}

REGISTER_TYPED_TEST_SUITE_P(Destruction, IsAllowedAsSoonAsTheLockIsFree,
                            IsAllowedToTheSleeperThatIsNext);

} // namespace kev::testing
