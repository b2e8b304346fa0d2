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

    /// @return whether it was not decided yet.
    bool decide(std::uint32_t final_fate) noexcept {
        std::uint32_t expected = waiting;
        // relaxed: it says only who may touch the links next, and their order is the guard's.
        return fate.compare_exchange_strong(expected, final_fate, std::memory_order_relaxed,
                                            std::memory_order_relaxed);
    }

    kev::atomic<std::uint32_t> fate{waiting, "fate"};
};

/// Lab 04's waiting_room, with a way out. A thread that was notified does not touch the room again, even
/// if its time was up in the same moment: so the room may be destroyed when all have been notified. That
/// is why the thread decides on its own block first, and only then, if it was in time, takes the guard.
/// The price: taking all out has to look at each block.
class timed_waiting_room {
public:
    /// The thread of this block waits from now on. To be called with the mutex owned.
    void enter(timed_block& block) noexcept {
        std::lock_guard const guard(guard_);
        waiters_.push_back(block);
        note_occupation();
    }

    /// Takes out a block that its own thread has decided to be `left`.
    void leave(timed_block& block) noexcept {
        std::lock_guard const guard(guard_);
        waiters_.remove(block);
        note_occupation();
    }

    /// Whether nobody waits, at a glance; see lab 04.
    bool is_empty() const noexcept {
        // relaxed: the mutex orders it, as lab 04 says. In any other case either answer is right.
        return occupied_.load(std::memory_order_relaxed) == 0;
    }

    /// Moves those who have waited longest, `most` of them at most, to the end of `to`.
    void take(lab04::wait_queue& to, std::uint32_t most) noexcept {
        std::lock_guard const guard(guard_);
        lab04::wait_block* next = waiters_.empty() ? nullptr : &waiters_.front();
        while (next != nullptr && most > 0) {
            auto& block = static_cast<timed_block&>(*next);
            next = block.next.read();
            if (!block.decide(timed_block::notified)) continue; // it takes itself out
            waiters_.remove(block);
            to.push_back(block);
            --most;
        }
        note_occupation();
    }

private:
    void note_occupation() noexcept {
        // relaxed: see is_empty().
        occupied_.store(waiters_.empty() ? 0 : 1, std::memory_order_relaxed);
    }

    lab04::spin_lock guard_;
    kev::atomic<std::uint32_t> occupied_{0, "occupied"};
    lab04::wait_queue waiters_;
};

} // namespace kev::lab05
