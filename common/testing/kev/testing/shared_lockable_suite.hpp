/// @file
/// What every reader/writer lock of the labs must do: the tests of the concept SharedLockable. The
/// exclusive half is lockable_suite.hpp's; a lab instantiates both. Time limits: shared_timed_lockable_suite.hpp.
/// @code
/// INSTANTIATE_TYPED_TEST_SUITE_P(Lab07, SharedLockable, ::testing::Types<srw_lock>);
/// @endcode
#pragma once

#include <atomic>
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

template <typename Lock>
class SharedLockable : public ::testing::Test {
protected:
    /// One writer's turn: both halves change, one after the other.
    void write() {
        std::lock_guard const guard(lock_);
        ++first_half_;
        // Now and then it sleeps while it owns the lock: the others must sleep, too.
        if (first_half_ % 32 == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            feed_watchdog();
        }
        ++second_half_;
    }

    /// One reader's turn. @return whether both halves were alike.
    bool read() {
        std::shared_lock const guard(lock_);
        return first_half_ == second_half_;
    }

    /// Ends when `count` threads have called it while this thread was in it.
    static void meet(std::atomic<int>& inside, int count) {
        ++inside;
        while (inside < count) kev::yield();
    }

    Lock lock_{};
    long first_half_ = 0; // plain, both: ThreadSanitizer judges the lock by them
    long second_half_ = 0;
};

TYPED_TEST_SUITE_P(SharedLockable);

TYPED_TEST_P(SharedLockable, LetsReadersInTogether) {
    std::atomic<int> inside{0};
    run_threads(4, [&](int) {
        std::shared_lock const guard(this->lock_);
        this->meet(inside, 4); // hangs unless all four own it at one time
    });
    EXPECT_EQ(inside, 4);
    EXPECT_TRUE(this->lock_.try_lock());
    this->lock_.unlock();
}

TYPED_TEST_P(SharedLockable, TriesFailExactlyWhileTheOtherSideOwnsIt) {
    this->lock_.lock();
    in_another_thread([&] {
        EXPECT_FALSE(this->lock_.try_lock_shared());
        EXPECT_FALSE(this->lock_.try_lock());
    });
    this->lock_.unlock();
    this->lock_.lock_shared();
    in_another_thread([&] {
        EXPECT_FALSE(this->lock_.try_lock());
        EXPECT_TRUE(this->lock_.try_lock_shared());
        this->lock_.unlock_shared();
        EXPECT_FALSE(this->lock_.try_lock()) << "one reader is still there";
    });
    this->lock_.unlock_shared();
    EXPECT_TRUE(this->lock_.try_lock());
    this->lock_.unlock();
}

TYPED_TEST_P(SharedLockable, AWriterWaitsForTheLastReader) {
    std::atomic<bool> entered{false};
    this->lock_.lock_shared();
    std::jthread other_reader = start_thread([&] {
        this->lock_.lock_shared();
        this->lock_.unlock_shared();
    });
    other_reader.join();
    std::jthread writer = start_thread([&] {
        std::lock_guard const guard(this->lock_);
        entered = true;
    });
    let_others_run();
    EXPECT_FALSE(entered);
    this->lock_.unlock_shared();
    writer.join();
    EXPECT_TRUE(entered);
}

TYPED_TEST_P(SharedLockable, ReadersWaitForTheWriter) {
    std::atomic<int> entered{0};
    this->lock_.lock();
    std::jthread readers = start_thread([&] {
        run_threads(3, [&](int) {
            std::shared_lock const guard(this->lock_);
            ++entered;
        });
    });
    let_others_run();
    EXPECT_EQ(entered, 0);
    this->lock_.unlock();
    readers.join();
    EXPECT_EQ(entered, 3);
}

TYPED_TEST_P(SharedLockable, AReaderMayWaitForReadersThatWereAsleep) {
    // The writer becomes a reader as soon as it can, while the readers that slept are on their way: it must
    // not shut them out (race P3). Every round hangs if it does.
    for (int round = 0; round < 200; ++round) {
        std::atomic<int> ready{0};
        std::atomic<int> inside{0};
        run_threads(4, [&](int index) {
            if (index == 0) {
                this->lock_.lock();
                this->meet(ready, 4);
                if (round % 20 == 0) let_others_run(); // then they sleep for certain
                this->lock_.unlock();
            } else {
                this->meet(ready, 4);
            }
            std::shared_lock const guard(this->lock_);
            this->meet(inside, 4);
        });
        feed_watchdog();
    }
}

TYPED_TEST_P(SharedLockable, ReadersNeverSeeHalfAWrite) {
    constexpr int turns = 1'000;
    constexpr std::uint64_t enough = sleeps_are_counted<TypeParam> ? 50 : 0;
    std::atomic<int> torn{0};
    long runs = 0;
    auto const two_writers_and_two_readers = [&](int index) {
        for (int turn = 0; turn < turns; ++turn) {
            if (index < 2) {
                this->write();
            } else if (!this->read()) {
                ++torn;
            }
            if (turn % 8 == 0) kev::yield();
        }
    };
    tally const sum = until_slept(enough, [&] {
        ++runs;
        return run_threads(4, two_writers_and_two_readers);
    });
    EXPECT_EQ(torn, 0);
    EXPECT_EQ(this->first_half_, runs * 2 * turns);
    EXPECT_EQ(this->second_half_, runs * 2 * turns);
    EXPECT_GE(sum.waits, enough) << "too few sleeps: the slow path was not tested";
}

TYPED_TEST_P(SharedLockable, LosesNoWakeUpInALongStorm) {
    // Everybody reads and writes by turns: a wake-up that is lost shows as a hang, which the watchdog names.
    constexpr int threads = 4;
    constexpr int turns = 20'000;
    constexpr std::uint64_t enough = sleeps_are_counted<TypeParam> ? 50 : 0;
    std::atomic<int> torn{0};
    long runs = 0;
    auto const everybody = [&](int index) {
        for (int turn = 0; turn < turns; ++turn) {
            if ((turn + index) % 5 == 0) {
                this->write();
            } else if (!this->read()) {
                ++torn;
            }
            if (turn % (7 + index) == 0) kev::yield();
        }
    };
    tally const sum = until_slept(enough, [&] {
        ++runs;
        return run_threads(threads, everybody);
    });
    EXPECT_EQ(torn, 0);
    EXPECT_EQ(this->first_half_, runs * threads * turns / 5);
    EXPECT_GE(sum.waits, enough) << "too few sleeps: the storm tested nothing";
}

TYPED_TEST_P(SharedLockable, WorksWithTheStandardGuards) {
    std::shared_lock first(this->lock_, std::try_to_lock);
    EXPECT_TRUE(first.owns_lock());
    in_another_thread([&] {
        std::shared_lock const second(this->lock_, std::try_to_lock);
        EXPECT_TRUE(second.owns_lock());
        std::unique_lock const third(this->lock_, std::try_to_lock);
        EXPECT_FALSE(third.owns_lock());
    });
    first.unlock();
    std::scoped_lock const alone(this->lock_);
    in_another_thread(
        [&] { EXPECT_FALSE(std::shared_lock(this->lock_, std::try_to_lock).owns_lock()); });
}

REGISTER_TYPED_TEST_SUITE_P(SharedLockable, LetsReadersInTogether,
                            TriesFailExactlyWhileTheOtherSideOwnsIt, AWriterWaitsForTheLastReader,
                            ReadersWaitForTheWriter, AReaderMayWaitForReadersThatWereAsleep,
                            ReadersNeverSeeHalfAWrite, LosesNoWakeUpInALongStorm,
                            WorksWithTheStandardGuards);

} // namespace kev::testing
