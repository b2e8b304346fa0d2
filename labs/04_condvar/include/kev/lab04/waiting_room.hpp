/// @file
/// The waiters of one condition variable, in the order in which they began to wait.
#pragma once

#include <cstdint>
#include <mutex>

#include <kev/lab04/spin_lock.hpp>
#include <kev/lab04/wait_queue.hpp>
#include <kev/world.hpp>

namespace kev::lab04 {

/// A wait_queue with its guard, a spin lock: no thread calls the kernel while it has the guard.
///
/// A waiter that has been taken out does not touch the room again. So the room, and the condition
/// variable around it, may be destroyed as soon as all waiters have been taken out and the calls that took
/// them out have returned.
class waiting_room {
public:
    /// Announces the thread of this block as a waiter. The caller owns the mutex.
    void enter(wait_block& block) noexcept {
        std::lock_guard const guard(guard_);
        waiters_.push_back(block);
        // relaxed: the mutex orders it for the notifiers that matter, see is_empty().
        occupied_.store(1, std::memory_order_relaxed);
    }

    /// Whether no thread waits, without the guard. A thread that has changed the condition under the mutex
    /// sees every waiter that it has to notify, because a waiter enters before it gives the mutex up.
    bool is_empty() const noexcept {
        // relaxed: the mutex orders it, as the comment above says. For other callers both answers are right.
        return occupied_.load(std::memory_order_relaxed) == 0;
    }

    /// Moves the thread that has waited longest, if any, to the end of `to`.
    void take_one(wait_queue& to) noexcept {
        std::lock_guard const guard(guard_);
        if (waiters_.empty()) return;
        to.push_back(waiters_.pop_front());
        // relaxed: as in enter().
        if (waiters_.empty()) occupied_.store(0, std::memory_order_relaxed);
    }

    /// Moves all waiters to the end of `to`.
    void take_all(wait_queue& to) noexcept {
        std::lock_guard const guard(guard_);
        to.append(waiters_);
        // relaxed: as in enter().
        occupied_.store(0, std::memory_order_relaxed);
    }

private:
    spin_lock guard_;
    kev::atomic<std::uint32_t> occupied_{0, "occupied"};
    wait_queue waiters_;
};

} // namespace kev::lab04
