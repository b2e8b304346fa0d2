/// @file
/// The article's condition variable without its inner lock: one atomic count.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab04/basic_lockable.hpp>
#include <kev/world.hpp>

namespace kev::lab04 {

/// A condition variable in 4 bytes: the number of threads that wait, or are about to. Names and
/// meaning as std::condition_variable, for any BasicLockable, with one exception:
///
/// **A notification that is made without the mutex may wake a thread that began to wait after it was
/// made.** The thread that it was meant for sleeps on (race V4). While the notifier owns the mutex, no
/// thread can begin to wait, so this cannot happen.
///
/// It may be destroyed as soon as every waiter has been notified with the mutex owned, even if some
/// waiters are still on their way out of wait().
///
/// Source: Imran Hameed, in the comments of Lockless Inc.'s "Keyed Events", in its second, corrected
/// version; the first is race V1.
class lock_free_condvar {
public:
    constexpr lock_free_condvar() noexcept = default;
    lock_free_condvar(lock_free_condvar const&) = delete;
    lock_free_condvar& operator=(lock_free_condvar const&) = delete;

    /// Gives `lock` up, sleeps until notified, takes `lock` again. The caller owns `lock`. If `lock`
    /// throws, the program ends: a waiter that has announced itself cannot turn back.
    // [wait]
    template <basic_lockable Lock>
    void wait(Lock& lock) noexcept {
        // relaxed: a thread that changes the condition takes the mutex after us, and so sees this count.
        waiters_.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        lab02::default_event.wait(this);
        lock.lock();
    }
    // [/wait]

    /// Waits until `holds()`, which is called with `lock` owned. An exception of `holds()` leaves this
    /// function with `lock` owned.
    template <basic_lockable Lock, typename Predicate>
    void wait(Lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// Wakes one waiter, if there is one. Blocks until a waiter is in the kernel; one has announced itself.
    // [notify_one]
    void notify_one() noexcept {
        // relaxed: the data passes through the mutex. A claim takes exactly one waiter off the count.
        std::uint32_t waiters = waiters_.load(std::memory_order_relaxed);
        while (waiters > 0) {
            // relaxed: the claim passes no data. On failure `waiters` is the newer count.
            if (waiters_.compare_exchange_weak(waiters, waiters - 1, std::memory_order_relaxed,
                                               std::memory_order_relaxed))
                return lab02::default_event.release(this);
        }
    }
    // [/notify_one]

    /// Wakes as many threads as wait now. Blocks as notify_one() does, once for each.
    // [notify_all]
    void notify_all() noexcept {
        // relaxed: a claim passes no data. It takes all waiters at once; later waiters are not in this number.
        std::uint32_t claimed = waiters_.exchange(0, std::memory_order_relaxed);
        for (; claimed > 0; --claimed) lab02::default_event.release(this);
    }
    // [/notify_all]

private:
    kev::atomic<std::uint32_t> waiters_{0, "waiters"};
};

} // namespace kev::lab04
