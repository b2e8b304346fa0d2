/// @file
/// The waiters of one condition variable, in the order in which they came.
#pragma once

#include <cstdint>
#include <mutex>

#include <kev/lab04/spin_lock.hpp>
#include <kev/lab04/wait_queue.hpp>
#include <kev/world.hpp>

namespace kev::lab04 {

/// A wait_queue with its guard, a spin lock: nobody calls the kernel in here.
///
/// Whoever has been taken out no longer touches the room. So it may be destroyed, and the condition
/// variable around it, as soon as all have been taken out and the calls that took them out have returned.
class waiting_room {
public:
    /// The thread of this block waits from now on. To be called with the mutex owned.
    void enter(wait_block& block) noexcept {
        std::lock_guard const guard(guard_);
        waiters_.push_back(block);
        // relaxed: see is_empty().
        occupied_.store(1, std::memory_order_relaxed);
    }

    /// Whether nobody waits, at a glance. A thread that has changed the condition under the mutex sees
    /// every waiter that it has to notify: those entered before they gave the mutex up.
    bool is_empty() const noexcept {
        // relaxed: the mutex orders it, as said above. In any other case either answer is right.
        return occupied_.load(std::memory_order_relaxed) == 0;
    }

    /// Moves the one who has waited longest, if any, to the end of `to`.
    void take_one(wait_queue& to) noexcept {
        std::lock_guard const guard(guard_);
        if (waiters_.empty()) return;
        to.push_back(waiters_.pop_front());
        // relaxed: as in enter().
        if (waiters_.empty()) occupied_.store(0, std::memory_order_relaxed);
    }

    /// Moves all to the end of `to`.
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
