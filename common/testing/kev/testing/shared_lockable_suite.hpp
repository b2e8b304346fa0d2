/// @file
/// What every reader/writer lock of the labs must do: the tests of the concept SharedLockable, and of
/// SharedTimedLockable for those that have time limits.
///
/// A lab instantiates them, besides the suite Lockable, for its locks:
/// @code
/// using locks = ::testing::Types<shared_mutex, std::shared_timed_mutex>;
/// INSTANTIATE_TYPED_TEST_SUITE_P(Lab08, SharedLockable, locks);
/// INSTANTIATE_TYPED_TEST_SUITE_P(Lab08, SharedTimedLockable, locks);
/// @endcode
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include <gtest/gtest.h>

#include <kev/testing/lockable_suite.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>
#include <kev/world.hpp>

namespace kev::testing {

template <>
inline constexpr bool sleeps_are_counted<std::shared_mutex> = false;
template <>
inline constexpr bool sleeps_are_counted<std::shared_timed_mutex> = false;

template <typename Lock>
class SharedLockable : public ::testing::Test {
protected:
    Lock lock_{};
    long first_ = 0; // plain, and always equal outside a writer's section
    long second_ = 0;
};

TYPED_TEST_SUITE_P(SharedLockable);

TYPED_TEST_P(SharedLockable, LetsReadersInTogether) {
    // Each reader stays until all are inside: with one at a time this would hang.
    constexpr int readers = 8;
    std::atomic<int> inside{0};
    run_threads(readers, [&](int) {
        std::shared_lock const shared(this->lock_);
        ++inside;
        wait_until_true([&] { return inside == readers; });
    });
    EXPECT_EQ(inside, readers);
    EXPECT_TRUE(this->lock_.try_lock());
    this->lock_.unlock();
}

TYPED_TEST_P(SharedLockable, TriesFailExactlyWhileOthersAreInside) {
    this->lock_.lock();
    std::thread([&] {
        EXPECT_FALSE(this->lock_.try_lock_shared());
        EXPECT_FALSE(this->lock_.try_lock());
    }).join();
    this->lock_.unlock();
    EXPECT_TRUE(this->lock_.try_lock_shared());
    std::thread([&] {
        EXPECT_FALSE(this->lock_.try_lock());
        EXPECT_TRUE(this->lock_.try_lock_shared());
        this->lock_.unlock_shared();
        EXPECT_FALSE(this->lock_.try_lock());
    }).join();
    this->lock_.unlock_shared();
    EXPECT_TRUE(this->lock_.try_lock());
    this->lock_.unlock();
}

TYPED_TEST_P(SharedLockable, KeepsAWriterOutUntilTheLastReaderHasLeft) {
    std::atomic<bool> entered{false};
    this->lock_.lock_shared();
    this->lock_.lock_shared(); // as two threads would
    std::jthread writer([&] {
        std::lock_guard const alone(this->lock_);
        entered = true;
    });
    let_others_run();
    this->lock_.unlock_shared();
    let_others_run();
    EXPECT_FALSE(entered);
    this->lock_.unlock_shared();
    writer.join();
    EXPECT_TRUE(entered);
}

TYPED_TEST_P(SharedLockable, KeepsReadersOutWhileAWriterIsInside) {
    std::atomic<int> entered{0};
    this->lock_.lock();
    {
        std::jthread const one([&] {
            std::shared_lock const shared(this->lock_);
            ++entered;
        });
        std::jthread const other([&] {
            std::shared_lock const shared(this->lock_);
            ++entered;
        });
        let_others_run();
        EXPECT_EQ(entered, 0);
        this->lock_.unlock();
    }
    EXPECT_EQ(entered, 2);
}

TYPED_TEST_P(SharedLockable, ShowsReadersWholeWritesOnly) {
    // A writer sleeps in its section now and then, between its two writes: readers then run into it.
    constexpr int turns = 4'000;
    std::atomic<long> torn{0};
    tally const sum = run_threads(6, [&](int index) {
        for (int turn = 0; turn < turns; ++turn) {
            if (index < 2) {
                std::lock_guard const alone(this->lock_);
                ++this->first_;
                if (turn % 128 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                ++this->second_;
            } else {
                std::shared_lock const shared(this->lock_);
                if (this->first_ != this->second_) ++torn;
                if (turn % 512 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            if (turn % 1'024 == 0) feed_watchdog();
        }
    });
    EXPECT_EQ(torn, 0);
    EXPECT_EQ(this->first_, 2 * turns);
    EXPECT_EQ(this->second_, 2 * turns);
    if (sleeps_are_counted<TypeParam>) {
        EXPECT_GE(sum.waits, 50u) << "too few sleeps: the slow path was not tested";
    }
}

TYPED_TEST_P(SharedLockable, WorksWithTheStandardGuards) {
    std::shared_lock first(this->lock_, std::try_to_lock);
    EXPECT_TRUE(first.owns_lock());
    std::shared_lock second(this->lock_, std::defer_lock);
    EXPECT_TRUE(second.try_lock());
    std::thread([&] {
        std::unique_lock const alone(this->lock_, std::try_to_lock);
        EXPECT_FALSE(alone.owns_lock());
    }).join();
    first.unlock();
    second.unlock();
    std::scoped_lock const alone(this->lock_);
    std::thread([&] {
        std::shared_lock const shared(this->lock_, std::try_to_lock);
        EXPECT_FALSE(shared.owns_lock());
    }).join();
}

REGISTER_TYPED_TEST_SUITE_P(SharedLockable, LetsReadersInTogether,
                            TriesFailExactlyWhileOthersAreInside,
                            KeepsAWriterOutUntilTheLastReaderHasLeft,
                            KeepsReadersOutWhileAWriterIsInside, ShowsReadersWholeWritesOnly,
                            WorksWithTheStandardGuards);

template <typename Lock>
class SharedTimedLockable : public ::testing::Test {
protected:
    Lock lock_{};
    long counter_ = 0; // plain: ThreadSanitizer judges the lock by it
};

TYPED_TEST_SUITE_P(SharedTimedLockable);

TYPED_TEST_P(SharedTimedLockable, AReaderGivesUpNotBeforeItsTimeIsOver) {
    using namespace std::chrono_literals;
    std::lock_guard const alone(this->lock_);
    std::thread([&] {
        EXPECT_FALSE(this->lock_.try_lock_shared_for(0s));
        EXPECT_FALSE(this->lock_.try_lock_shared_for(-1h));
        EXPECT_FALSE(this->lock_.try_lock_shared_until(std::chrono::steady_clock::now() - 1h));
        auto const start = std::chrono::steady_clock::now();
        EXPECT_FALSE(this->lock_.try_lock_shared_for(20ms));
        EXPECT_FALSE(this->lock_.try_lock_shared_until(start + 30ms));
        EXPECT_GE(std::chrono::steady_clock::now(), start + 30ms);
    }).join();
}

TYPED_TEST_P(SharedTimedLockable, AReaderComesInIfTheWriterLeavesInTime) {
    using namespace std::chrono_literals;
    this->lock_.lock();
    std::atomic<bool> came_in{false};
    std::jthread reader([&] {
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
    // to wait for it, but not for ever: the first reader leaves only when the others have been inside.
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
                ++this->counter_;
                if (++writes % 16 == 0) std::this_thread::sleep_for(1ms);
                this->lock_.unlock();
            } else {
                EXPECT_GE(this->counter_, 0);
                if (turn % 32 == 0) std::this_thread::sleep_for(1ms);
                this->lock_.unlock_shared();
            }
            if (turn % 64 == 0) feed_watchdog();
            kev::yield();
        }
    });
    EXPECT_EQ(this->counter_, writes);
    EXPECT_GE(failures, enough);
}

REGISTER_TYPED_TEST_SUITE_P(SharedTimedLockable, AReaderGivesUpNotBeforeItsTimeIsOver,
                            AReaderComesInIfTheWriterLeavesInTime,
                            AWriterThatGivesUpKeepsNoReaderOut,
                            ExcludesWhileAttemptsOfBothKindsTimeOut);

} // namespace kev::testing
