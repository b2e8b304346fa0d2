/// @file
/// The critical section since Windows Server 2003 SP1, which is no longer handed over.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab07/lockcount_word.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// How the LockCount of Windows Server 2003 SP1 works: a lock bit, a bit for a woken waiter, the complement of the number
/// of waiters. Lab 01's critical sections are handed from thread to thread. This one is freed, and its first waiter is
/// woken and may find it owned again.
///
/// Microsoft documents what the bits mean, but not the steps between them: those are this lab's. Recursion, the owner's
/// id and the spin count are left out. Waiters sleep on a keyed event. Meets Lockable; not recursive; the next owner may
/// *not* destroy it, because unlock() first frees it and then claims a waiter.
class lockcount_critical_section {
public:
    constexpr lockcount_critical_section() noexcept = default;
    lockcount_critical_section(lockcount_critical_section const&) = delete;
    lockcount_critical_section& operator=(lockcount_critical_section const&) = delete;

    /// EnterCriticalSection. Blocks until the section is free.
    void lock() noexcept {
        if (!take()) lock_slow();
    }

    /// TryEnterCriticalSection. Does not block.
    bool try_lock() noexcept {
        // relaxed: the load only saves the read-modify-write if the lock is owned. No data is read after it.
        return !lockcount::is_owned(count_.load(std::memory_order_relaxed)) && take();
    }

    /// LeaveCriticalSection: frees the section, then wakes the first waiter if no other waiter is being woken. Blocks at
    /// most until the waiter, which has announced itself, is in the kernel.
    void unlock() noexcept {
        // release: c2, pairs with c1. The addition sets the lock bit, which is clear.
        std::int32_t const count =
            count_.fetch_add(lockcount::owned, std::memory_order_release) + lockcount::owned; // c2
        if (may_wake(count)) [[unlikely]]
            wake_one(count);
    }

    /// The count as a debugger would show it. It may have changed when the caller uses it.
    std::int32_t lock_count() const noexcept {
        // relaxed: the caller reads no data of the lock.
        return count_.load(std::memory_order_relaxed);
    }

private:
    bool take() noexcept {
        // acquire: c1, pairs with c2: this thread sees what the last owner wrote.
        return (count_.fetch_and(~lockcount::owned, std::memory_order_acquire) &
                lockcount::owned) != 0; // c1
    }

    static constexpr bool may_wake(std::int32_t count) noexcept {
        return lockcount::waiters(count) != 0 && !lockcount::is_owned(count) &&
               !lockcount::is_waking(count);
    }

    void lock_slow() noexcept {
        for (;;) {
            // relaxed: a read-modify-write of the same word confirms either decision.
            std::int32_t count = count_.load(std::memory_order_relaxed);
            if (!lockcount::is_owned(count)) {
                if (take()) return;
                // relaxed: no data is passed. The comparison makes sure that the section is still owned, so
                // the next unlock() sees this waiter. After a failure the loop decides anew.
            } else if (count_.compare_exchange_weak(count, count - lockcount::one_waiter,
                                                    std::memory_order_relaxed,
                                                    std::memory_order_relaxed)) {
                lab02::default_event.wait(this);
                // relaxed: this only allows the next unlock() to wake a thread. The data comes with c1.
                count_.fetch_or(lockcount::waking, std::memory_order_relaxed);
            }
        }
    }

    /// Claims one waiter, then releases it (lab 03, M3).
    void wake_one(std::int32_t count) noexcept {
        while (may_wake(count)) {
            // relaxed: c2 has published the data, and this read-modify-write continues its release sequence. On
            // failure `count` is the newer value, and the loop asks again.
            if (count_.compare_exchange_weak(
                    count, count + lockcount::one_waiter - lockcount::waking,
                    std::memory_order_relaxed, std::memory_order_relaxed)) {
                lab02::default_event.release(this);
                return;
            }
        }
    }

    kev::atomic<std::int32_t> count_{lockcount::free, "LockCount"};
};

} // namespace kev::lab07
