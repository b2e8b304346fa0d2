// The effects of a stopped thread on the other threads. It is stopped in the middle of lock() or unlock(), or after it was
// woken. A debugger, a profiler or a garbage collector stops threads; a low priority does the same for a while.
#include <kev/lab08/mutex.hpp>
#include <kev/testing/single_step.hpp>
#include <kev/testing/threads.hpp>

#include "../testing_access.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include <kev/testing/stand_still.hpp>

#include <gtest/gtest.h>

#include <pthread.h>
#include <sched.h>

namespace kev::lab08 {
namespace {

using mutex = inspected<lab08::mutex>;

using namespace std::chrono_literals;
using testing::run_until;
using testing::stop;
using testing::wait_until_true;

constexpr state_t no_more_spins = mutex_bits::all_failures;

TEST(StoppedSleeper, ThatHasCountedItselfInDoesNotKeepUnlockWaiting) {
    if (!testing::threads_can_be_stepped) GTEST_SKIP() << "threads cannot be stopped here";
    mutex m(mutex_bits::locked | no_more_spins);
    stop between_count_in_and_sleep;
    auto const lock_it = [&m] {
        m.lock();
        m.unlock();
    };
    std::jthread const sleeper = run_until(between_count_in_and_sleep, lock_it, [&m] {
        return mutex_bits::counts::sleeping(m.state()) == 1;
    });
    between_count_in_and_sleep.wait_until_it_stands();

    std::atomic<bool> unlocked{false};
    std::jthread const owner([&] {
        m.unlock();
        unlocked = true;
    });
    wait_until_true([&] { return unlocked.load(); });
    EXPECT_TRUE(m.try_lock()) << "the lock is free, and others may use it";
    m.unlock();
    between_count_in_and_sleep.let_it_go();
}

TEST(StoppedUnlocker, DoesNotMakeATimedAttemptLate) {
    if (!testing::threads_can_be_stepped) GTEST_SKIP() << "threads cannot be stopped here";
    mutex m(mutex_bits::locked | no_more_spins);
    std::atomic<bool> returned{false};
    std::atomic<bool> got_it{false};
    std::jthread const attempt([&] {
        got_it = m.try_lock_for(50ms);
        returned = true;
    });
    wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) == 1 || returned; });
    if (returned) GTEST_SKIP() << "the attempt was over before the unlock began";

    stop between_free_and_wake;
    std::jthread const owner = run_until(
        between_free_and_wake, [&m] { m.unlock(); },
        [&m] { return (m.state() & mutex_bits::locked) == 0; });
    between_free_and_wake.wait_until_it_stands();
    wait_until_true([&] { return returned.load(); });
    EXPECT_TRUE(got_it) << "the lock was free when the time was up";
    between_free_and_wake.let_it_go();
}

stop* where_signals_stop = nullptr;

void stop_by_signal(int) {
    where_signals_stop->stand_still();
}

// Puts the calling thread on the first processor that it may use, with the others that call this. With `idle`,
// it does not run there while any other of them can.
void share_a_processor(bool idle) {
    cpu_set_t mine;
    sched_getaffinity(0, sizeof mine, &mine);
    int first = 0;
    while (!CPU_ISSET(first, &mine)) ++first;
    CPU_ZERO(&mine);
    CPU_SET(first, &mine);
    sched_setaffinity(0, sizeof mine, &mine);
    sched_param const none{};
    if (idle) pthread_setschedparam(pthread_self(), SCHED_IDLE, &none);
}

// The first sleeper is woken and does not run any more: a signal came with the wake-up. The mutex is free, and the main
// thread takes it again and again.
TEST(StoppedSleeper, ThatWasWokenDoesNotKeepAnotherAsleep) {
    mutex m(mutex_bits::locked | no_more_spins);
    stop after_the_wake;
    where_signals_stop = &after_the_wake;
    std::signal(SIGUSR1, stop_by_signal);
    auto const lock_it = [&m](bool idle) {
        if (idle) share_a_processor(true);
        m.lock();
        m.unlock();
    };
    std::jthread first(lock_it, true);
    wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) == 1; });
    testing::let_others_run(); // it is in the kernel
    std::jthread second(lock_it, false);
    wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) == 2; });
    testing::let_others_run();

    cpu_set_t all;
    sched_getaffinity(0, sizeof all, &all);
    share_a_processor(false);
    pthread_kill(first.native_handle(), SIGUSR1);
    m.unlock(); // its wake-up comes before the first sleeper has run
    sched_setaffinity(0, sizeof all, &all);
    after_the_wake.wait_until_it_stands();
    constexpr int enough = static_cast<int>(mutex_bits::most_behind_a_call) + 1;
    for (int unlocks = 0; unlocks < enough;) {
        if (!m.try_lock()) continue; // the second sleeper has it
        m.unlock();
        ++unlocks;
    }
    EXPECT_EQ(mutex_bits::counts::sleeping(m.state()), 0u)
        << "after so many unlocks each sleeper has been called";
    second.join();
    after_the_wake.let_it_go();
    first.join();
    std::signal(SIGUSR1, SIG_DFL);
}

mutex* unlocked_by_a_handler = nullptr;

void unlock_it(int) {
    unlocked_by_a_handler->unlock();
}

// The thread that the handler interrupts is the one that it wakes: it cannot wait for that thread.
TEST(Handler, MayWakeTheThreadThatItInterrupts) {
    mutex m(mutex_bits::locked | no_more_spins);
    unlocked_by_a_handler = &m;
    std::signal(SIGUSR1, unlock_it);
    std::jthread sleeper([&m] {
        m.lock();
        m.unlock();
    });
    wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) == 1; });
    testing::let_others_run();
    pthread_kill(sleeper.native_handle(), SIGUSR1);
    sleeper.join();
    EXPECT_TRUE(m.try_lock());
    std::signal(SIGUSR1, SIG_DFL);
}

} // namespace
} // namespace kev::lab08
