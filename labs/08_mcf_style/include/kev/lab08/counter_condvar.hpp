/// @file
/// Step 1: a condition variable that is a number.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab04/basic_lockable.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// It is the number of its waiters, and nothing else. A waiter adds one and sleeps on the address. A
/// notifier takes off as many as it means to wake, in one step, and then releases as many.
///
/// The number is the core of every type of this lab: primitive_mutex adds a bit to it, and once_flag
/// adds a bit and a byte.
///
/// **Warning.** A thread that begins to wait after a notification may take it (race V4 of lab 04), unless the
/// lock is owned during the notification. Two notifications without the lock may leave a thread asleep that
/// waited before both. condition_variable.hpp is for use: there it cannot happen.
///
/// Source of the idea: mcfgthread.
class counter_condvar {
public:
    constexpr counter_condvar() noexcept = default;
    counter_condvar(counter_condvar const&) = delete;
    counter_condvar& operator=(counter_condvar const&) = delete;

    /// Gives the lock up, waits to be notified, takes the lock again. Blocks. The lock comes back last,
    /// and the thread counts itself in first: a notifier that owned the lock after us sees the count.
    // [wait]
    template <lab04::basic_lockable Lock>
    [[clang::no_thread_safety_analysis]] void wait(Lock& lock) noexcept {
        // relaxed: a notifier that changes the condition takes the lock after this thread, and so sees
        // this count.
        waiters_.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        lab02::default_event.wait(&waiters_);
        lock.lock();
    }
    // [/wait]

    /// Wakes one waiter, if there is any. Blocks until that waiter is in the kernel.
    // [notify_one]
    void notify_one() noexcept {
        // relaxed: the data passes through the lock. A claim takes exactly one off the count.
        std::uint64_t waiters = waiters_.load(std::memory_order_relaxed);
        while (waiters > 0) {
            // relaxed: likewise. On failure `waiters` is the newer count.
            if (waiters_.compare_exchange_weak(waiters, waiters - 1, std::memory_order_relaxed,
                                               std::memory_order_relaxed))
                return lab02::default_event.release(&waiters_);
        }
    }
    // [/notify_one]

    /// Wakes all threads that wait now. Blocks as notify_one() does, for each waiter in turn.
    void notify_all() noexcept {
        // relaxed: the data passes through the lock. One step claims all waiters: this call does not wait for
        // later ones.
        std::uint64_t claimed = waiters_.exchange(0, std::memory_order_relaxed);
        for (; claimed > 0; --claimed) lab02::default_event.release(&waiters_);
    }

private:
    friend struct testing_access; // the tests'

    kev::atomic<std::uint64_t> waiters_{0, "waiters"};
};

} // namespace kev::lab08
