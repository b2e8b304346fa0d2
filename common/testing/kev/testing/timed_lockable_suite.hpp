/// @file
/// What every lock with time limits must do: the tests of the concept TimedLockable.
///
/// A lab instantiates them, besides the suite Lockable, for its locks:
/// @code
/// using locks = ::testing::Types<timed_mutex, std::timed_mutex>;
/// INSTANTIATE_TYPED_TEST_SUITE_P(Lab05, TimedLockable, locks);
/// @endcode
///
/// Times have lower bounds only: a slow machine makes every wait longer and no test red.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include <kev/testing/lockable_suite.hpp>
#include <kev/testing/settable_clock.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>
#include <kev/world.hpp>

namespace kev::testing {

/// How much too early a lock may time out. Windows counts its time-outs in clock ticks (up to 15.6 ms),
/// and a lock that does not look at the clock again is early by one.
template <typename Lock>
inline constexpr std::chrono::microseconds earliness{0};
template <>
inline constexpr std::chrono::microseconds earliness<std::timed_mutex>{15'625};

/// Whether a lock takes every interval and every moment there is. Those of the standard libraries
/// overflow (std::timed_mutex of libstdc++ 12: a very long interval is over at once).
template <typename Lock>
inline constexpr bool takes_any_time = true;
template <>
inline constexpr bool takes_any_time<std::timed_mutex> = false;
template <>
inline constexpr bool sleeps_are_counted<std::timed_mutex> = false;

template <typename Lock>
class TimedLockable : public ::testing::Test {
protected:
    void SetUp() override { settable_clock::set({}); }

    /// Runs body() while another thread owns the lock.
    template <typename Body>
    void while_owned(Body body) {
        std::atomic<bool> owned{false};
        std::atomic<bool> done{false};
        std::jthread owner = start_thread([&] {
            std::lock_guard const guard(lock_);
            owned = true;
            wait_until_true([&] { return done.load(); });
        });
        wait_until_true([&] { return owned.load(); });
        body();
        done = true;
    }

    /// Runs attempt() while another thread owns the lock, which then gives it up: the attempt must
    /// succeed, however long its limit.
    template <typename Attempt>
    void outlasts_the_owner(Attempt attempt) {
        lock_.lock();
        std::atomic<bool> succeeded{false};
        std::jthread trier = start_thread([&] {
            succeeded = attempt();
            if (succeeded) lock_.unlock();
        });
        let_others_run();
        lock_.unlock();
        trier.join();
        EXPECT_TRUE(succeeded);
    }

    Lock lock_{};
    long protected_counter_ = 0; // plain: ThreadSanitizer judges the lock by it
};

TYPED_TEST_SUITE_P(TimedLockable);

TYPED_TEST_P(TimedLockable, TakesAFreeLockHoweverShortTheLimit) {
    using namespace std::chrono_literals;
    EXPECT_TRUE(this->lock_.try_lock_for(0s));
    this->lock_.unlock();
    EXPECT_TRUE(this->lock_.try_lock_for(-1h));
    this->lock_.unlock();
    EXPECT_TRUE(this->lock_.try_lock_until(std::chrono::steady_clock::now() - 1h));
    this->lock_.unlock();
    EXPECT_TRUE(this->lock_.try_lock_until(std::chrono::system_clock::time_point{}));
    this->lock_.unlock();
}

TYPED_TEST_P(TimedLockable, FailsAtOnceIfTheTimeIsOverAlready) {
    using namespace std::chrono_literals;
    this->while_owned([&] {
        EXPECT_FALSE(this->lock_.try_lock_for(0s));
        EXPECT_FALSE(this->lock_.try_lock_for(-1h));
        EXPECT_FALSE(this->lock_.try_lock_until(std::chrono::steady_clock::now() - 1h));
        EXPECT_FALSE(this->lock_.try_lock_until(std::chrono::system_clock::time_point{}));
        EXPECT_FALSE(this->lock_.try_lock_until(std::chrono::system_clock::now()));
    });
}

TYPED_TEST_P(TimedLockable, FailsNotBeforeTheIntervalIsOver) {
    using namespace std::chrono_literals;
    this->while_owned([&] {
        for (auto const interval : {1us, 1'500us, 30'000us}) {
            auto const start = std::chrono::steady_clock::now();
            EXPECT_FALSE(this->lock_.try_lock_for(interval));
            EXPECT_GE(std::chrono::steady_clock::now() - start, interval - earliness<TypeParam>);
        }
    });
}

TYPED_TEST_P(TimedLockable, FailsNotBeforeTheMomentOfEitherClock) {
    using namespace std::chrono_literals;
    this->while_owned([&] {
        auto const steady = std::chrono::steady_clock::now() + 20ms;
        EXPECT_FALSE(this->lock_.try_lock_until(steady));
        EXPECT_GE(std::chrono::steady_clock::now(), steady - earliness<TypeParam>);
        auto const calendar = std::chrono::system_clock::now() + 20ms;
        EXPECT_FALSE(this->lock_.try_lock_until(calendar));
        EXPECT_GE(std::chrono::system_clock::now(), calendar - earliness<TypeParam>);
    });
}

TYPED_TEST_P(TimedLockable, WaitsAgainIfAClockWasSetBackMeanwhile) {
    using namespace std::chrono_literals;
    this->while_owned([&] {
        auto const deadline = settable_clock::now() + 40ms;
        std::jthread setter = start_thread([] {
            std::this_thread::sleep_for(10ms);
            settable_clock::set(-50ms);
        });
        EXPECT_FALSE(this->lock_.try_lock_until(deadline));
        EXPECT_GE(settable_clock::now(), deadline - earliness<TypeParam>);
    });
}

TYPED_TEST_P(TimedLockable, SucceedsIfTheLockIsGivenUpInTime) {
    using namespace std::chrono_literals;
    this->outlasts_the_owner([&] { return this->lock_.try_lock_for(1h); });
    this->outlasts_the_owner(
        [&] { return this->lock_.try_lock_until(std::chrono::steady_clock::now() + 1h); });
    this->outlasts_the_owner(
        [&] { return this->lock_.try_lock_until(std::chrono::system_clock::now() + 1h); });
    this->outlasts_the_owner(
        [&] { return this->lock_.try_lock_until(settable_clock::now() + 1h); });
}

TYPED_TEST_P(TimedLockable, TakesTheGreatestTimesForEverAndTheLeastForOver) {
    if constexpr (!takes_any_time<TypeParam>) {
        GTEST_SKIP() << "this lock's arithmetic overflows";
    } else {
        using std::chrono::steady_clock;
        using std::chrono::system_clock;
        this->outlasts_the_owner(
            [&] { return this->lock_.try_lock_for(std::chrono::hours::max()); });
        this->outlasts_the_owner(
            [&] { return this->lock_.try_lock_for(std::chrono::duration<double>(1e300)); });
        this->outlasts_the_owner(
            [&] { return this->lock_.try_lock_until(steady_clock::time_point::max()); });
        this->outlasts_the_owner(
            [&] { return this->lock_.try_lock_until(system_clock::time_point::max()); });
        this->while_owned([&] {
            EXPECT_FALSE(this->lock_.try_lock_for(std::chrono::hours::min()));
            EXPECT_FALSE(this->lock_.try_lock_for(std::chrono::duration<double>(-1e300)));
            EXPECT_FALSE(this->lock_.try_lock_until(steady_clock::time_point::min()));
            EXPECT_FALSE(this->lock_.try_lock_until(system_clock::time_point::min()));
        });
    }
}

TYPED_TEST_P(TimedLockable, LeavesNothingBehindWhenItsTimeIsUp) {
    // Were a timed-out thread still counted, the unlock after it would wait for it forever.
    using namespace std::chrono_literals;
    for (int round = 0; round < 20; ++round) {
        this->while_owned([&] {
            run_threads(3, [&](int index) {
                EXPECT_FALSE(this->lock_.try_lock_for(std::chrono::microseconds(200 * index)));
            });
        });
        std::lock_guard const guard(this->lock_);
    }
}

TYPED_TEST_P(TimedLockable, WorksWithTheStandardGuards) {
    using namespace std::chrono_literals;
    std::unique_lock first(this->lock_, 1h);
    EXPECT_TRUE(first.owns_lock());
    in_another_thread([&] {
        std::unique_lock second(this->lock_, 1ms);
        EXPECT_FALSE(second.owns_lock());
        EXPECT_FALSE(second.try_lock_until(std::chrono::steady_clock::now() + 1ms));
    });
    first.unlock();
    EXPECT_TRUE(first.try_lock_for(1ms));
}

TYPED_TEST_P(TimedLockable, ExcludesWhileAttemptsTimeOut) {
    // Every 16th owner keeps the lock until an attempt of another thread has failed. The threads' count is
    // right only if each success was alone.
    using namespace std::chrono_literals;
    constexpr long enough = 300;
    std::atomic<long> successes{0};
    std::atomic<long> failures{0};
    run_threads(4, [&](int index) {
        while (successes < 2'000 || failures < enough) {
            bool const got =
                index == 0 ? (this->lock_.lock(), true) : this->lock_.try_lock_for(100us * index);
            ++(got ? successes : failures);
            if (!got) continue;
            long const before = failures;
            if (++this->protected_counter_ % 16 == 0) {
                feed_watchdog();
                while (failures == before && failures < enough) std::this_thread::sleep_for(50us);
            }
            this->lock_.unlock();
            kev::yield();
        }
    });
    EXPECT_EQ(this->protected_counter_, successes);
    EXPECT_GE(failures, enough);
}

REGISTER_TYPED_TEST_SUITE_P(TimedLockable, TakesAFreeLockHoweverShortTheLimit,
                            FailsAtOnceIfTheTimeIsOverAlready, FailsNotBeforeTheIntervalIsOver,
                            FailsNotBeforeTheMomentOfEitherClock,
                            WaitsAgainIfAClockWasSetBackMeanwhile, SucceedsIfTheLockIsGivenUpInTime,
                            TakesTheGreatestTimesForEverAndTheLeastForOver,
                            LeavesNothingBehindWhenItsTimeIsUp, WorksWithTheStandardGuards,
                            ExcludesWhileAttemptsTimeOut);

} // namespace kev::testing
