/// @file
/// What every lock of the labs must do: the tests of the concepts BasicLockable and Lockable.
///
/// A lab instantiates them for its locks:
/// @code
/// using locks = ::testing::Types<fast_mutex, spinning_mutex>;
/// INSTANTIATE_TYPED_TEST_SUITE_P(Lab03, Lockable, locks);
/// @endcode
#pragma once

#include <atomic>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <kev/testing/sanitizers.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>
#include <kev/world.hpp>

namespace kev::testing {

/// Whether a lock sleeps through lab 02's wrapper, which counts. A lock that does not (std::mutex,
/// those of the system) specialises it as false.
template <typename Lock>
inline constexpr bool sleeps_are_counted = true;
template <>
inline constexpr bool sleeps_are_counted<std::mutex> = false;

/// How often each thread takes the lock in the long storm. A lock that is handed from thread to thread makes
/// a context switch of every turn; it specialises this as less.
template <typename Lock>
inline constexpr int storm_turns = 100'000;

template <typename Lock>
class Lockable : public ::testing::Test {
protected:
    /// Each thread takes the lock `turns` times. Every 32nd time it goes to sleep while it owns it:
    /// the others then run into an owned lock and must sleep, too, however many processors there are
    /// and whatever else the machine does.
    tally contend(int threads, int turns) {
        return run_threads(threads, [&](int) {
            for (int turn = 0; turn < turns; ++turn) {
                std::lock_guard const guard(lock_);
                protected_counter_ = protected_counter_ + 1;
                if (protected_counter_ % 32 != 0) continue;
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                feed_watchdog();
            }
        });
    }

    Lock lock_{};
    long protected_counter_ = 0; // plain: ThreadSanitizer judges the lock by it
};

TYPED_TEST_SUITE_P(Lockable);

TYPED_TEST_P(Lockable, ExcludesUnderContentionThatReallySleeps) {
    constexpr int threads = 4;
    constexpr int turns = 1'000;
    constexpr std::uint64_t enough = sleeps_are_counted<TypeParam> ? 50 : 0;
    long runs = 0;
    tally const sum = until_slept(enough, [&] {
        tally const slept = this->contend(threads, turns);
        EXPECT_EQ(this->protected_counter_, ++runs * threads * turns);
        return slept;
    });
    EXPECT_GE(sum.waits, enough) << "too few sleeps: the slow path was not tested";
}

TYPED_TEST_P(Lockable, ServesTwoHundredThreads) {
    constexpr int threads = 200;
    constexpr int turns = 10;
    this->contend(threads, turns);
    EXPECT_EQ(this->protected_counter_, threads * turns);
}

TYPED_TEST_P(Lockable, TryLockFailsExactlyWhileOwned) {
    EXPECT_TRUE(this->lock_.try_lock());
    in_another_thread([&] { EXPECT_FALSE(this->lock_.try_lock()); });
    this->lock_.unlock();
    in_another_thread([&] {
        EXPECT_TRUE(this->lock_.try_lock());
        this->lock_.unlock();
    });
}

TYPED_TEST_P(Lockable, CallsNobodyWhileNobodyElseIsThere) {
    tally const before = this_thread_tally();
    for (int turn = 0; turn < 1'000; ++turn) {
        this->lock_.lock();
        this->lock_.unlock();
    }
    tally const after = this_thread_tally();
    EXPECT_EQ(after.waits + after.sleeps, before.waits + before.sleeps);
    EXPECT_EQ(after.releases + after.wakes, before.releases + before.wakes);
}

TYPED_TEST_P(Lockable, BlocksUntilTheOwnerUnlocks) {
    std::atomic<bool> entered{false};
    this->lock_.lock();
    std::jthread second = start_thread([&] {
        std::lock_guard const guard(this->lock_);
        entered = true;
    });
    let_others_run();
    EXPECT_FALSE(entered);
    this->lock_.unlock();
    second.join();
    EXPECT_TRUE(entered);
}

TYPED_TEST_P(Lockable, HandsTheOwnersWritesToTheNextOwner) {
    // The chain: write under the lock -> unlock -> lock by another thread -> read. Ping-pong, so that
    // each value must have come through the lock.
    std::vector<long> values(2);
    run_threads(2, [&](int index) {
        auto const mine = static_cast<std::size_t>(index);
        for (long turn = 1; turn <= 2'000;) {
            {
                std::lock_guard const guard(this->lock_);
                long const seen = values[1 - mine];
                if (seen >= values[mine] + index) {
                    EXPECT_LE(seen - values[mine], 1);
                    values[mine] = turn++;
                    if (turn % 256 == 0) feed_watchdog();
                }
            }
            // Without this the thread whose turn it is not may take the lock again and again and keep
            // the other out for minutes: a lock that lets others barge in owes nobody a turn.
            kev::yield();
        }
    });
    EXPECT_EQ(values[0], values[1]);
}

TYPED_TEST_P(Lockable, WorksWithTheStandardGuards) {
    std::unique_lock first(this->lock_, std::try_to_lock);
    EXPECT_TRUE(first.owns_lock());
    first.unlock();
    TypeParam other{};
    {
        std::scoped_lock const both(this->lock_, other);
        in_another_thread([&] {
            EXPECT_FALSE(this->lock_.try_lock());
            EXPECT_FALSE(other.try_lock());
        });
    }
    EXPECT_EQ(std::try_lock(this->lock_, other), -1);
    this->lock_.unlock();
    other.unlock();
}

TYPED_TEST_P(Lockable, LosesNoWakeUpInALongStorm) {
    // Short sections, and a lock that is often just given up when the next thread decides to sleep:
    // here a lost wake-up shows as a hang, which the watchdog names.
    constexpr int threads = 3;
    constexpr int turns = storm_turns<TypeParam> / storm_divisor;
    constexpr std::uint64_t enough = sleeps_are_counted<TypeParam> ? 50 : 0;
    auto const body = [&](int index) {
        for (int turn = 0; turn < turns; ++turn) {
            std::lock_guard const guard(this->lock_);
            ++this->protected_counter_;
            if (turn % (7 + index) == 0) kev::yield();
            if (turn % 2048 != 0) continue;
            std::this_thread::sleep_for(std::chrono::milliseconds(1)); // some sleep for certain
            feed_watchdog();
        }
    };
    long runs = 0;
    tally const sum = until_slept(enough, [&] {
        tally const slept = run_threads(threads, body);
        EXPECT_EQ(this->protected_counter_, ++runs * threads * turns);
        return slept;
    });
    EXPECT_GE(sum.waits, enough) << "too few sleeps: the storm tested nothing";
}

REGISTER_TYPED_TEST_SUITE_P(Lockable, ExcludesUnderContentionThatReallySleeps,
                            ServesTwoHundredThreads, TryLockFailsExactlyWhileOwned,
                            CallsNobodyWhileNobodyElseIsThere, BlocksUntilTheOwnerUnlocks,
                            HandsTheOwnersWritesToTheNextOwner, WorksWithTheStandardGuards,
                            LosesNoWakeUpInALongStorm);

} // namespace kev::testing
