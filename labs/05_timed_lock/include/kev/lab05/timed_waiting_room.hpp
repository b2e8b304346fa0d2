/// @file
/// The waiters of one condition variable, in the order in which they came; one may leave.
#pragma once

#include <cstdint>
#include <mutex>

#include <kev/lab04/spin_lock.hpp>
#include <kev/lab04/wait_queue.hpp>
#include <kev/world.hpp>

namespace kev::lab05 {

/// A wait block whose thread may be notified, or run out of time: never both.
///
/// | fate | meaning | who decides |
/// |---|---|---|
/// | `waiting` | in the room | |
/// | `notified` | taken out: owed a wake-up | who notifies, under the room's guard |
/// | `left` | its thread is going to take it out itself | its thread, without the guard |
struct timed_block : lab04::wait_block {
    static constexpr std::uint32_t waiting = 0;
    static constexpr std::uint32_t notified = 1;
    static constexpr std::uint32_t left = 2;

    /// Whether its thread is about to take it out. To be called under the room's guard.
    bool is_leaving() const noexcept {
        // relaxed: as in decide().
        return fate.load(std::memory_order_relaxed) == left;
    }

    /// @return whether it was not decided yet.
    bool decide(std::uint32_t final_fate) noexcept {
        std::uint32_t expected = waiting;
        // relaxed: it says only who may touch the links next, and their order is the guard's.
        return fate.compare_exchange_strong(expected, final_fate, std::memory_order_relaxed,
                                            std::memory_order_relaxed);
    }

    kev::atomic<std::uint32_t> fate{waiting, "fate"};
};

/// Lab 04's waiting_room, with a way out. The room may be destroyed when all have been notified, as a
/// condition variable may; so a thread that was notified does not touch it again, even if its time was up
/// in the same moment. That is why a thread decides on its own block first, and only then, if it was in
/// time, takes the guard. And one that was in time, but has not gone yet, was there for the notification,
/// too: take() does not return before it is out, unless it has found as many others as it was asked for.
/// Then somebody was not notified, and the room may not be destroyed yet anyway.
///
/// The price: taking all out has to look at each block, and there is no look at a glance whether anybody
/// waits, as lab 04's room has. It would not wait for the last one out to let go of the guard.
class timed_waiting_room {
public:
    /// The thread of this block waits from now on. To be called with the mutex owned.
    void enter(timed_block& block) noexcept {
        std::lock_guard const guard(guard_);
        waiters_.push_back(block);
    }

    /// Takes out a block that its own thread has decided to be `left`.
    void leave(timed_block& block) noexcept {
        std::lock_guard const guard(guard_);
        waiters_.remove(block);
    }

    /// Moves those who have waited longest, `most` of them at most, to the end of `to`. Does not sleep; if
    /// there were fewer, spins until nobody is leaving, those who came meanwhile included.
    void take(lab04::wait_queue& to, std::uint32_t most) noexcept {
        lab04::back_off others;
        while (take_and_look(to, most)) others.pause();
    }

private:
    /// @return whether somebody who is still leaving was meant.
    bool take_and_look(lab04::wait_queue& to, std::uint32_t& most) noexcept {
        std::lock_guard const guard(guard_);
        bool somebody_leaves = false;
        lab04::wait_block* next = waiters_.empty() ? nullptr : &waiters_.front();
        while (next != nullptr) {
            auto& block = static_cast<timed_block&>(*next);
            next = block.next.read();
            if (most > 0 && block.decide(timed_block::notified)) {
                waiters_.remove(block);
                to.push_back(block);
                // Each went to somebody: who leaves now was not meant.
                if (--most == 0) return false;
            } else if (block.is_leaving()) {
                somebody_leaves = true;
            }
        }
        if (somebody_leaves) most = 0; // who comes from now on was not meant
        return somebody_leaves;
    }

    lab04::spin_lock guard_;
    lab04::wait_queue waiters_;
};

} // namespace kev::lab05
