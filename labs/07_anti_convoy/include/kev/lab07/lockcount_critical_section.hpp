/// @file
/// The critical section after lab 01's: no longer handed over.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab07/lockcount_word.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// How the LockCount of Windows Server 2003 SP1 works: lock bit, bit of the woken waiter, complement of the
/// number of waiters. Lab 01's critical sections are handed from thread to thread; this one is freed, and
/// its first waiter woken, who may find it taken again.
///
/// Microsoft documents what the bits mean, not the steps between them: those are this lab's. What the
/// protocol does not touch is left out: recursion, the owner's id, the spin count. Waiters sleep on a keyed
/// event. Meets Lockable; not recursive; the next owner may *not* destroy it, for unlock() frees it first and
/// claims a waiter then.
class lockcount_critical_section {
public:
    constexpr lockcount_critical_section() noexcept = default;
    lockcount_critical_section(lockcount_critical_section const&) = delete;
    lockcount_critical_section& operator=(lockcount_critical_section const&) = delete;

    /// EnterCriticalSection. Blocks until it is free.
    void lock() noexcept {
        if (!take()) lock_slow();
    }

    /// TryEnterCriticalSection. Does not block.
    bool try_lock() noexcept {
        // relaxed: only saves the read-modify-write when there is no hope; nothing is read after.
        return !lockcount::is_owned(count_.load(std::memory_order_relaxed)) && take();
    }

    /// LeaveCriticalSection: frees it, then wakes the first waiter if none is being woken. Blocks at most
    /// until that one, who has announced itself, is in the kernel.
    void unlock() noexcept {
        // release: C2, pairs with C1. Sets the lock bit, by an addition, as the bit is clear.
        std::int32_t const count =
            count_.fetch_add(lockcount::owned, std::memory_order_release) + lockcount::owned; // C2
        if (may_wake(count)) [[unlikely]]
            wake_one(count);
    }

    /// The count as a debugger would show it; it may be old when the caller looks at it.
    std::int32_t lock_count() const noexcept {
        // relaxed: a look from outside orders nothing.
        return count_.load(std::memory_order_relaxed);
    }

private:
    bool take() noexcept {
        // acquire: C1, pairs with C2; the last owner's writes are visible from here on.
        return (count_.fetch_and(~lockcount::owned, std::memory_order_acquire) &
                lockcount::owned) != 0; // C1
    }

    static constexpr bool may_wake(std::int32_t count) noexcept {
        return lockcount::waiters(count) != 0 && !lockcount::is_owned(count) &&
               !lockcount::is_waking(count);
    }

    void lock_slow() noexcept {
        for (;;) {
            // relaxed: both ways on are confirmed by a read-modify-write of the same word.
            std::int32_t count = count_.load(std::memory_order_relaxed);
            if (!lockcount::is_owned(count)) {
                if (take()) return;
                // relaxed: no data is passed. That it is still owned is checked by the comparison itself:
                // whoever then leaves sees this waiter. A failure decides anew.
            } else if (count_.compare_exchange_weak(count, count - lockcount::one_waiter,
                                                    std::memory_order_relaxed,
                                                    std::memory_order_relaxed)) {
                lab02::default_event.wait(this);
                // relaxed: it only lets the next owner wake somebody; the data comes with C1.
                count_.fetch_or(lockcount::waking, std::memory_order_relaxed);
            }
        }
    }

    /// Claims one waiter, then releases it (lab 03, M3).
    void wake_one(std::int32_t count) noexcept {
        while (may_wake(count)) {
            // relaxed: the data was published at C2, and read-modify-writes after it keep its release
            // sequence whole. On failure `count` is the newer one, and the question is asked again.
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
