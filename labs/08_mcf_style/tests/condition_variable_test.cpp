// Which waiter a notification wakes: what the suite of all condition variables does not ask.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using namespace std::chrono_literals;
using testing::let_others_run;
using testing::wait_until_true;

// A waiter with this lock gives the mutex up, and stands still until it may go to sleep.
struct lock_with_a_stop {
    mutex& m;
    std::atomic<bool>& unlocked;
    std::atomic<bool>& may_go_on;

    void lock() { m.lock(); }
    void unlock() {
        m.unlock();
        unlocked = true;
        wait_until_true([this] { return may_go_on.load(); });
    }
};

// Two notifications are made without the mutex, both while the early waiter waits. The late waiter begins after both.
TEST(LateWaiter, TakesNoNotificationOfAnEarlierWaiter) {
    mutex m;
    condition_variable changed;
    std::atomic<bool> early_has_unlocked{false};
    std::atomic<bool> early_may_sleep{false};
    std::atomic<bool> early_is_through{false};
    std::atomic<bool> late_has_unlocked{false};
    std::atomic<bool> late_may_sleep{true};
    std::atomic<bool> late_is_through{false};

    std::jthread early([&] {
        lock_with_a_stop lock{m, early_has_unlocked, early_may_sleep};
        lock.lock();
        changed.wait(lock);
        early_is_through = true;
        m.unlock();
    });
    wait_until_true([&] { return early_has_unlocked.load(); });
    std::jthread first_notifier([&] { changed.notify_one(); });
    let_others_run();
    std::thread([&] { changed.notify_one(); }).join();

    std::jthread late([&] {
        lock_with_a_stop lock{m, late_has_unlocked, late_may_sleep};
        lock.lock();
        changed.wait(lock);
        late_is_through = true;
        m.unlock();
    });
    wait_until_true([&] { return late_has_unlocked.load(); });
    let_others_run(); // it sleeps, or has gone
    early_may_sleep = true;
    wait_until_true([&] { return early_is_through || late_is_through; });
    EXPECT_FALSE(late_is_through) << "the late waiter took the notification";
    while (!early_is_through || !late_is_through) {
        changed.notify_all();
        std::this_thread::sleep_for(1ms);
    }
}

} // namespace
} // namespace kev::lab08
