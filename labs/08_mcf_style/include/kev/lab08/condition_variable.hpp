/// @file
/// The condition variable for use: the counter, with time limits.
#pragma once

#include <chrono>
#include <condition_variable>

#include <kev/lab04/basic_lockable.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/release.hpp>
#include <kev/lab08/sleepers.hpp>
#include <kev/thread_safety.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// counter_condvar with time limits: of the size of a pointer, constant-initialised (all bits
/// zero), trivially destructible, needs no handle and cannot fail. Waits with any BasicLockable: a
/// std::unique_lock of mutex.hpp, or another lock.
///
/// No wake-up is spurious. But a thread that began to wait after notify_one() may take the wake-up
/// of a thread that waited before it (lab 04, V4). The earlier waiter then waits on. So wait for a
/// condition, as always. If that is not enough, use the queue of lab 04: there no thread can take
/// another's wake-up.
///
/// **Warning.** The object may be destroyed once every call that notified a waiter has *returned*.
/// A waiter that has just been woken must not destroy it. (The standard only asks that no thread is
/// blocked. Whether it allows more is not settled.) notify_all() may still be releasing other waiters
/// by the object's address, and a waiter whose time is up looks at the count once more. If the lock was owned
/// during the notification, the next owner may destroy the object, because the call has returned by
/// then.
///
/// Destruction alone needs that a wait and a release that meet order all memory, both ways. No
/// documentation promises that. Every kernel does it, because both calls take a lock in the kernel.
class condition_variable {
    using waiting = sleepers<1>;

public:
    constexpr condition_variable() noexcept = default;
    condition_variable(condition_variable const&) = delete;
    condition_variable& operator=(condition_variable const&) = delete;

    /// Gives the lock up, waits to be notified, takes the lock again. Blocks. The lock is given up
    /// once: a recursive mutex that was taken more often stays owned, and the notifier cannot take
    /// it.
    template <lab04::basic_lockable Lock>
    void wait(Lock& lock) noexcept {
        wait_with(lock, lab05::no_limit());
    }
    /// Waits until `holds()`, which is called with the lock owned.
    template <lab04::basic_lockable Lock, typename Predicate>
    void wait(Lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// As wait(), until the clock shows `deadline`; which clock means what, lab05::timed_mutex
    /// says. A thread that is notified in the last moment says no_timeout, and no notification is
    /// lost.
    template <lab04::basic_lockable Lock, typename Clock, typename Duration>
    std::cv_status wait_until(Lock& lock,
                              std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return wait_with(lock, lab05::until<Clock, Duration>(deadline));
    }
    /// As wait(), for at most `interval`, on a steady clock.
    template <lab04::basic_lockable Lock, typename Rep, typename Period>
    std::cv_status wait_for(Lock& lock, std::chrono::duration<Rep, Period> interval) noexcept {
        return wait_with(lock, lab05::for_at_most(interval));
    }
    /// Waits until `holds()` or the clock shows `deadline`. @return what `holds()` said last.
    template <lab04::basic_lockable Lock, typename Clock, typename Duration, typename Predicate>
    bool wait_until(Lock& lock, std::chrono::time_point<Clock, Duration> deadline,
                    Predicate holds) {
        return wait_with(lock, lab05::until<Clock, Duration>(deadline), holds);
    }
    /// Waits until `holds()`, for at most `interval`. @return what `holds()` said last.
    template <lab04::basic_lockable Lock, typename Rep, typename Period, typename Predicate>
    bool wait_for(Lock& lock, std::chrono::duration<Rep, Period> interval, Predicate holds) {
        return wait_with(lock, lab05::for_at_most(interval), holds);
    }

    /// Wakes one waiter, if there is one. Blocks until that waiter is in the kernel.
    void notify_one() noexcept {
        // acquire: CV3, pairs with SL1: a notification that finds no waiter may be the last use,
        // too.
        state_t waiters = waiters_.load(std::memory_order_acquire); // CV3
        while (waiters > 0) {
            // acquire: CV1, pairs with SL1: a waiter whose time is up has finished with the count
            // before a thread that we wake destroys the object. All other data passes through the
            // lock. A claim takes exactly one off.
            // acquire: CV3; on failure `waiters` is the newer count.
            if (waiters_.compare_exchange_weak(waiters, waiters - waiting::one,
                                               std::memory_order_acquire,  // CV1
                                               std::memory_order_acquire)) // CV3
                return release(&waiters_);
        }
    }

    /// Wakes all that wait now. Blocks as notify_one() does, for each waiter in turn.
    void notify_all() noexcept {
        // acquire: CV2, pairs with SL1, as CV1. All are claimed at once: a thread that begins to
        // wait later is not waited for.
        release(&waiters_, waiters_.exchange(0, std::memory_order_acquire)); // CV2
    }

private:
    /// Gives up what its caller holds, and takes it again: clang's analysis need not follow.
    [[clang::no_thread_safety_analysis]] std::cv_status
    wait_with(auto& lock, sleep_limit auto const& limit) noexcept {
        // relaxed: the thread that changes the condition takes the lock after us, and so sees this
        // count.
        waiters_.fetch_add(waiting::one, std::memory_order_relaxed);
        lock.unlock();
        bool const notified = waiting::sleep(waiters_, limit);
        lock.lock();
        return notified ? std::cv_status::no_timeout : std::cv_status::timeout;
    }

    bool wait_with(auto& lock, sleep_limit auto const& limit, auto& holds) {
        while (!holds())
            if (wait_with(lock, limit) == std::cv_status::timeout) return holds();
        return true;
    }

    atomic_state waiters_{0, "waiters"};
};

} // namespace kev::lab08
