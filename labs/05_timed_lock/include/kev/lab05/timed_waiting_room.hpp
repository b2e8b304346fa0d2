/// @file
/// The waiters of one condition variable, in order of arrival. A waiter whose time is up may leave.
#pragma once

#include <cstdint>
#include <mutex>

#include <kev/lab04/spin_lock.hpp>
#include <kev/lab04/wait_queue.hpp>
#include <kev/world.hpp>

namespace kev::lab05 {

/// A wait block whose thread is either notified or leaves because its time is up, never both.
///
/// | fate | meaning | set by |
/// |---|---|---|
/// | `waiting` | in the room | |
/// | `notified` | taken out of the room: a wake-up is promised | a notifier, under the room's guard |
/// | `left` | its own thread will take it out of the room | its own thread, without the guard |
struct timed_block : lab04::wait_block {
    static constexpr std::uint32_t waiting = 0;
    static constexpr std::uint32_t notified = 1;
    static constexpr std::uint32_t left = 2;

    /// Whether its own thread is about to take it out. Call it under the room's guard.
    bool is_leaving() const noexcept {
        // relaxed: the guard orders the links.
        return fate.load(std::memory_order_relaxed) == left;
    }

    /// Sets the fate if it is still `waiting`. @return whether it did.
    bool decide(std::uint32_t final_fate) noexcept {
        std::uint32_t expected = waiting;
        // relaxed: it decides only which thread may touch the links next. The guard orders the links.
        return fate.compare_exchange_strong(expected, final_fate, std::memory_order_relaxed,
                                            std::memory_order_relaxed);
    }

    kev::atomic<std::uint32_t> fate{waiting, "fate"};
};

/// Lab 04's waiting_room with a way out. The room may be destroyed when all waiters are notified, as a
/// condition variable may. So a notified thread does not touch the room again, even if its time was up at
/// the same moment. That is why a thread whose time is up decides its own fate first. Only if that succeeds
/// does it take the guard.
///
/// A thread that has decided to leave, but is not out yet, still uses the room. So take() does not return
/// before such threads are out, unless it has found as many others as it was asked for. In that case
/// the caller cannot know that all waiters are notified, and must not destroy the room yet.
///
/// The price: taking all out looks at each block. And there is no quick look without the guard, as lab 04's
/// room has: that look would not wait until the last leaver has released the guard.
class timed_waiting_room {
public:
    /// The thread of this block waits from now on. Call it with the mutex owned.
    void enter(timed_block& block) noexcept {
        std::lock_guard const guard(guard_);
        waiters_.push_back(block);
    }

    /// Takes out a block whose fate is `left`. Only the block's own thread calls it.
    void leave(timed_block& block) noexcept {
        std::lock_guard const guard(guard_);
        waiters_.remove(block);
    }

    /// Moves the `most` waiters that have waited longest to the end of `to`. Does not sleep. If there are
    /// fewer, spins until no thread is leaving, those that came meanwhile included.
    void take(lab04::wait_queue& to, std::uint32_t most) noexcept {
        lab04::back_off others;
        while (take_and_look(to, most)) others.pause();
    }

private:
    /// @return whether the call must wait for a leaver.
    bool take_and_look(lab04::wait_queue& to, std::uint32_t& most) noexcept {
        std::lock_guard const guard(guard_);
        bool a_thread_leaves = false;
        lab04::wait_block* next = waiters_.empty() ? nullptr : &waiters_.front();
        while (next != nullptr) {
            auto& block = static_cast<timed_block&>(*next);
            next = block.next.read();
            if (most > 0 && block.decide(timed_block::notified)) {
                waiters_.remove(block);
                to.push_back(block);
                // All notifications are used, so this call need not wait for leavers.
                if (--most == 0) return false;
            } else if (block.is_leaving()) {
                a_thread_leaves = true;
            }
        }
        if (a_thread_leaves) most = 0; // a waiter that comes from now on is not notified
        return a_thread_leaves;
    }

    lab04::spin_lock guard_;
    lab04::wait_queue waiters_;
};

} // namespace kev::lab05
