/// @file
/// A condition variable that is a number.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>

#include <kev/lab06/wait_on_address.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// A condition variable in 4 bytes, for any BasicLockable. The number counts notifications. A waiter reads it
/// while it still owns the lock, and sleeps while it has not changed. So a notification between the unlock and
/// the sleep is not lost.
///
/// Waits may return for no reason. If exactly 2^32 notifications come in that gap, the waiter misses them all.
/// No order is promised. A notification may wake a thread that began to wait after it, but then it wakes an
/// earlier one, too. Constant-initialized, trivially destructible. It can fail only where this_thread_id() can.
/// It must outlive every wait as well as every notification, because a waiter reads it after unlocking.
///
/// Source of the idea: U. Drepper, "Futexes Are Tricky"; musl's first condition variable.
class address_condition_variable {
public:
    constexpr address_condition_variable() noexcept = default;
    address_condition_variable(address_condition_variable const&) = delete;
    address_condition_variable& operator=(address_condition_variable const&) = delete;

    /// Unlocks the lock, sleeps until notified, and locks it again. Blocks.
    template <typename Lock>
    void wait(Lock& lock) {
        wait_with(lock, nullptr);
    }

    /// As wait(), again and again until the condition holds.
    template <typename Lock, typename Condition>
    void wait(Lock& lock, Condition holds) {
        while (!holds()) wait(lock);
    }

    /// As wait(), for at most `interval`.
    template <typename Lock, typename Rep, typename Period>
    std::cv_status wait_for(Lock& lock, std::chrono::duration<Rep, Period> interval) {
        nt::LARGE_INTEGER limit = lab02::relative_timeout(interval);
        return wait_with(lock, &limit) ? std::cv_status::no_timeout : std::cv_status::timeout;
    }

    /// Wakes one waiter, if there is one. The lock need not be owned. Does not block.
    // [notify_one]
    void notify_one() noexcept {
        // relaxed: the data passes through the lock. k1 in wait_bucket.hpp comes after this addition, and
        // makes it visible to a waiter's second look.
        number_.fetch_add(1, std::memory_order_relaxed);
        wake_by_address_single(&number_);
    }
    // [/notify_one]

    /// Wakes all waiters. Does not block.
    void notify_all() noexcept {
        // relaxed: as in notify_one(), k1 makes it visible to a second look.
        number_.fetch_add(1, std::memory_order_relaxed);
        wake_by_address_all(&number_);
    }

private:
    // [wait_with]
    template <typename Lock>
    bool wait_with(Lock& lock, nt::PLARGE_INTEGER limit) {
        // relaxed: the lock is owned. A thread that changes the condition must lock first, so it increments the
        // number after this load. An older number only ends the wait early.
        std::uint32_t const number = number_.load(std::memory_order_relaxed);
        lock.unlock();
        bool const woken = wait_on_address(&number_, &number, sizeof number, limit);
        lock.lock();
        return woken;
    }
    // [/wait_with]

    kev::atomic<std::uint32_t> number_{0, "number"};
};

} // namespace kev::lab06
