// The moments that a stress test meets once in a thousand times, made to happen: a limit of our own
// decides when the kernel says "timed out".
#include <kev/lab05/timed_gate.hpp>
#include <kev/lab05/timed_mutex.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/unlucky_attempt.hpp>

#include <atomic>
#include <chrono>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

namespace kev::lab05 {
namespace {

using namespace std::chrono_literals;
using lab02::outcome;

static_assert(sizeof(timed_mutex) == 4);
static_assert(std::is_trivially_destructible_v<timed_mutex>);
static_assert(std::is_standard_layout_v<timed_mutex>);
static_assert(!std::is_copy_constructible_v<timed_mutex>);
constinit timed_mutex usable_before_main;

class scripted_limit;

// The end of a sleep that is not the kernel's.
struct scripted_end : sleep_end {
    scripted_limit const* limit = nullptr;
};

// The waiter stays between counting in and the kernel until time_out() is called; it never gets
// there.
class scripted_limit {
public:
    bool passed() const noexcept { return told_; }
    scripted_end end() const noexcept { return {{}, this}; }
    void wait() const {
        asleep_ = true;
        testing::wait_until_true([&] { return told_.load(); });
    }

    bool has_a_sleeper() const { return asleep_; }
    void time_out() { told_ = true; }

private:
    mutable std::atomic<bool> asleep_{false};
    std::atomic<bool> told_{false};
};

// What the mutex calls in place of lab 05's own function.
outcome wait_for_release(void const*, scripted_end const& end) {
    end.limit->wait();
    return outcome::timed_out;
}

class TimedOutWaiter : public ::testing::Test {
protected:
    TimedOutWaiter() {
        mutex.lock();
        waiter = std::jthread([this] {
            got = mutex.try_lock_with(limit);
            ended = true;
        });
        testing::wait_until_true([this] { return limit.has_a_sleeper() || ended; });
    }

    void SetUp() override { ASSERT_TRUE(limit.has_a_sleeper()) << "the attempt did not wait"; }

    // Claims the waiter and blocks in the release, since it never comes to the kernel by itself.
    void start_unlocking() {
        unlocker = std::jthread([this] { mutex.unlock(); });
        testing::wait_until_true([this] { return (mutex.state() & bits::waking) != 0; });
    }

    timed_mutex mutex;
    scripted_limit limit;
    std::atomic<bool> got{false};
    std::atomic<bool> ended{false};
    std::jthread unlocker;
    std::jthread waiter;
};

TEST_F(TimedOutWaiter, TakesItselfOffTheCountIfItIsNotClaimed) {
    EXPECT_EQ(mutex.state(), bits::owned + bits::one_waiter);
    limit.time_out();
    waiter.join();
    EXPECT_FALSE(got);
    EXPECT_EQ(mutex.state(), bits::owned);
    mutex.unlock(); // would wait forever if a thread were still counted
    EXPECT_EQ(mutex.state(), 0u);
}

TEST_F(TimedOutWaiter, TakesTheReleaseItIsOwedAndThenTheLock) {
    start_unlocking();
    EXPECT_EQ(mutex.state(), bits::waking);
    limit.time_out();
    unlocker.join(); // it has met a waiter
    waiter.join();
    EXPECT_TRUE(got) << "the lock was free when the wake-up came: late, but there";
    EXPECT_EQ(mutex.state(), bits::owned);
    mutex.unlock();
}

TEST_F(TimedOutWaiter, LeavesTheWakeToTheOwnerIfTheLockIsTakenAgain) {
    start_unlocking();
    ASSERT_TRUE(mutex.try_lock()); // barges in
    limit.time_out();
    unlocker.join(); // it has met the waiter: no other thread is there
    waiter.join();
    EXPECT_FALSE(got);
    EXPECT_EQ(mutex.state(), bits::owned) << "the owner's unlock must be free to wake the next";
    std::jthread next([this] {
        mutex.lock();
        mutex.unlock();
    });
    testing::wait_until_true([this] { return bits::waiters(mutex.state()) == 1; });
    mutex.unlock();
    next.join();
    EXPECT_EQ(mutex.state(), 0u);
}

TEST_F(TimedOutWaiter, IsNotKeptByANewerWaiterThatTookItsRelease) {
    start_unlocking();
    ASSERT_TRUE(mutex.try_lock());
    std::jthread newer([this] {
        mutex.lock();
        mutex.unlock();
    });
    unlocker.join(); // it has met the newer waiter: no other thread is in the kernel
    limit.time_out();
    waiter.join(); // while the lock is owned, and stays so
    EXPECT_TRUE(ended);
    EXPECT_FALSE(got);
    mutex.unlock();
    newer.join();
    EXPECT_EQ(mutex.state(), 0u);
}

// A kernel that counts in ticks may say "timed out" before the time is up: here twice.
class early_kernel {
public:
    bool passed() const noexcept { return waits_ >= 3; }
    sleep_end end() const noexcept {
        ++waits_;
        return {sleep_end::clock::steady, {}};
    }
    int waits() const noexcept { return waits_; }

private:
    mutable int waits_ = 0;
};

TEST(EarlyKernel, IsAskedAgainUntilTheTimeIsUp) {
    timed_mutex mutex(bits::owned);
    early_kernel const kernel;
    EXPECT_FALSE(mutex.try_lock_with(kernel));
    EXPECT_EQ(kernel.waits(), 3);
    EXPECT_EQ(mutex.state(), bits::owned) << "the attempt is off the count";
}

TEST(FullCount, DoesNotKeepAnAttemptBeyondItsTime) {
    timed_mutex mutex(bits::owned | bits::max_waiters * bits::one_waiter);
    tally const before = this_thread_tally();
    EXPECT_FALSE(mutex.try_lock_for(5ms));
    EXPECT_EQ(this_thread_tally().waits, before.waits);
    EXPECT_EQ(mutex.state(), bits::owned | bits::max_waiters * bits::one_waiter);
}

TEST(TimedGate, GivesUpNotBeforeItsTimeAndOpensLater) {
    // Only a kernel that counts in ticks can be too early: that of Windows.
    timed_gate gate;
    for (auto const interval : {1ms, 20ms}) {
        auto const start = kev::clock::now();
        EXPECT_FALSE(gate.pass_for(interval));
        EXPECT_GE(kev::clock::now() - start, interval);
    }
    tally const before = this_thread_tally();
    gate.open();
    EXPECT_EQ(this_thread_tally().releases, before.releases) << "nobody is awaited any more";
    EXPECT_TRUE(gate.pass_for(0s));
}

TEST(Attempt, AsksTheKernelNothingIfTheLockIsFreeOrTheTimeOver) {
    tally const before = this_thread_tally();
    EXPECT_TRUE(usable_before_main.try_lock_for(1h));
    EXPECT_FALSE(usable_before_main.try_lock_for(0s));
    EXPECT_FALSE(usable_before_main.try_lock_until(kev::clock::now() - 1s));
    usable_before_main.unlock();
    EXPECT_EQ(this_thread_tally().waits, before.waits);
    EXPECT_EQ(this_thread_tally().releases, before.releases);
}

// A limit that has passed.
struct over {
    bool passed() const noexcept { return true; }
    sleep_end end() const noexcept { return {sleep_end::clock::steady, {}}; }
};

TEST(Attempt, EndsAlthoughOthersAreAlwaysFaster) {
    testing::expect_to_end_although_others_are_always_faster<timed_mutex>(over());
}

} // namespace
} // namespace kev::lab05
