/// @file
/// What a reader/writer lock with time limits must do besides: the tests of the concept SharedTimedLockable.
/// @code
/// INSTANTIATE_TYPED_TEST_SUITE_P(Lab08, SharedTimedLockable, ::testing::Types<shared_mutex>);
/// @endcode
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include <gtest/gtest.h>

#include <kev/testing/lockable_suite.hpp>
#include <kev/testing/sanitizers.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>
#include <kev/world.hpp>

namespace kev::testing {

template <>
inline constexpr bool sleeps_are_counted<std::shared_timed_mutex> = false;

template <typename Lock>
class SharedTimedLockable : public ::testing::Test {
protected:
    void SetUp() override {
        if (!limits_are_understood<Lock>)
            GTEST_SKIP() << "the sanitizer does not know how this lock waits";
    }

    Lock lock_{};
    long counter_ = 0; // plain: ThreadSanitizer judges the lock by it
};

TYPED_TEST_SUITE_P(SharedTimedLockable);

TYPED_TEST_P(SharedTimedLockable, AReaderGivesUpNotBeforeItsTimeIsOver) {
    using namespace std::chrono_literals;
    std::lock_guard const alone(this->lock_);
    in_another_thread([&] {
        EXPECT_FALSE(this->lock_.try_lock_shared_for(0s));
        // Not an hour: for libstdc++'s own lock a moment before the machine was started is no moment at all, and it
        // says that it has the lock.
        EXPECT_FALSE(this->lock_.try_lock_shared_for(-1s));
        EXPECT_FALSE(this->lock_.try_lock_shared_until(std::chrono::steady_clock::now() - 1s));
        auto const start = std::chrono::steady_clock::now();
        EXPECT_FALSE(this->lock_.try_lock_shared_for(20ms));
        EXPECT_FALSE(this->lock_.try_lock_shared_until(start + 30ms));
        EXPECT_GE(std::chrono::steady_clock::now(), start + 30ms);
    });
}

TYPED_TEST_P(SharedTimedLockable, AReaderComesInIfTheWriterLeavesInTime) {
    using namespace std::chrono_literals;
    this->lock_.lock();
    std::atomic<bool> came_in{false};
    std::jthread reader = start_thread([&] {
        came_in = this->lock_.try_lock_shared_for(1h);
        if (came_in) this->lock_.unlock_shared();
    });
    let_others_run();
    this->lock_.unlock();
    reader.join();
    EXPECT_TRUE(came_in);
}

TYPED_TEST_P(SharedTimedLockable, AWriterThatGivesUpKeepsNoReaderOut) {
    // A reader is inside all the time. A writer waits for a while; readers that come meanwhile may have
    // to wait for it, but not forever: the first reader leaves only when the others have been inside.
    using namespace std::chrono_literals;
    for (int round = 0; round < 10; ++round) {
        this->lock_.lock_shared();
        run_threads(4, [&](int index) {
            if (index == 0) {
                EXPECT_FALSE(this->lock_.try_lock_for(5ms));
            } else {
                std::this_thread::sleep_for(1ms * index);
                std::shared_lock const shared(this->lock_);
            }
        });
        this->lock_.unlock_shared();
    }
    EXPECT_TRUE(this->lock_.try_lock());
    this->lock_.unlock();
}

TYPED_TEST_P(SharedTimedLockable, ExcludesWhileAttemptsOfBothKindsTimeOut) {
    using namespace std::chrono_literals;
    constexpr long enough = 200;
    std::atomic<long> writes{0};
    std::atomic<long> failures{0};
    run_threads(6, [&](int index) {
        for (int turn = 0; writes < 1'000 || failures < enough; ++turn) {
            bool const writer = index % 2 == 0;
            bool const got = index == 0 ? (this->lock_.lock(), true)
                             : writer   ? this->lock_.try_lock_for(50us * index)
                                        : this->lock_.try_lock_shared_for(50us * index);
            if (!got) {
                ++failures;
            } else if (writer) {
                ++this->counter_; // odd while the writer is inside
                if (++writes % 16 == 0) std::this_thread::sleep_for(1ms);
                ++this->counter_;
                this->lock_.unlock();
            } else {
                EXPECT_EQ(this->counter_ % 2, 0) << "a reader is inside together with a writer";
                if (turn % 32 == 0) std::this_thread::sleep_for(1ms);
                this->lock_.unlock_shared();
            }
            if (turn % 64 == 0) feed_watchdog();
            kev::yield();
        }
    });
    EXPECT_EQ(this->counter_, 2 * writes);
    EXPECT_GE(failures, enough);
}

REGISTER_TYPED_TEST_SUITE_P(SharedTimedLockable, AReaderGivesUpNotBeforeItsTimeIsOver,
                            AReaderComesInIfTheWriterLeavesInTime,
                            AWriterThatGivesUpKeepsNoReaderOut,
                            ExcludesWhileAttemptsOfBothKindsTimeOut);

} // namespace kev::testing
