/// @file
/// A mutex that knows who waits for it: the one onto which a condition variable can move its waiters.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab04/spin_lock.hpp>
#include <kev/lab04/wait_queue.hpp>
#include <kev/world.hpp>

namespace kev::lab04 {

/// A mutex with a queue of wait blocks in place of lab 03's count of sleepers. Its waiters sleep each
/// on a key of their own, so it does not matter where and for what they went to sleep: whoever is in
/// the queue is woken when its turn comes.
///
/// | bit | name | who sets it | who clears it |
/// |---|---|---|---|
/// | 0 | `owned` | the thread that locks | the owner: at once if nobody is to be woken, else with `guard` |
/// | 1 | `guard` | who is going to change the queue | the same thread, when it is through |
/// | 2 | `queued`: the queue is not empty | who has `guard` | who has `guard` |
/// | 3 | `waking`: one was taken out and has not tried yet | who has `guard` | the woken thread |
///
/// While a thread has `guard`, nobody else gives the lock up. So a thread that sees `owned` and has
/// `guard` can queue at leisure: the owner will find it there.
///
/// Meets Lockable. Not recursive; not fair: a thread that comes by may take the lock before the one
/// that was woken for it, which then waits at the head of the queue. The next owner may destroy it:
/// unlock() touches nothing after the lock is free, or after it has let its guard go, before which
/// nobody is woken. The idea of moving waiters: nsync's mutex and condition variable (Mike Burrows).
class queue_mutex {
public:
    queue_mutex() noexcept = default;
    queue_mutex(queue_mutex const&) = delete;
    queue_mutex& operator=(queue_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        if (!take()) lock_slow();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: only saves the read-modify-write when there is no hope; nothing is read after.
        return (word_.load(std::memory_order_relaxed) & owned) == 0 && take();
    }

    /// Gives the lock up and wakes the first in the queue, if any and if none is being woken. Only the
    /// owner may call it. Blocks at most until that one, which is in the queue, is in the kernel.
    void unlock() noexcept { wake(give_up()); }

    /// The second half of a condition variable's wait(), and the whole of a lock() that has to sleep:
    /// the caller's block was in the queue, and was taken out. Takes the lock. Blocks until then.
    void lock_when_taken_out(wait_block& self) noexcept;

    /// unlock() for a thread whose own block is where others can find and move it: in a condition
    /// variable's room, and by now perhaps in this queue. Then it may be the next itself, and must not
    /// release a key on which nobody but itself would wait (race V5).
    /// @return whether its block is still waiting to be taken out: it must go to sleep on it.
    bool unlock_before_sleep(wait_block const& self) noexcept;

    /// Moves waiters to the end of the queue: they are owed the lock, in their order, and nothing else
    /// will wake them. If nobody has the lock or is on the way to it, wakes the first of all. The
    /// caller need not own the lock. After this, the mutex may be gone.
    void requeue(wait_queue& waiters) noexcept;

private:
    static constexpr std::uint32_t owned = 1;
    static constexpr std::uint32_t guard = 2;
    static constexpr std::uint32_t queued = 4;
    static constexpr std::uint32_t waking = 8;

    enum class place { first, last };

    bool take() noexcept {
        // acquire: L1, pairs with U1 and U2; the last owner's writes are visible from here on.
        return (word_.fetch_or(owned, std::memory_order_acquire) & owned) == 0; // L1
    }

    /// The queue is not being changed, and is empty, or one that was in it is on the way: that one will
    /// look after the others, when it unlocks.
    static constexpr bool nobody_to_wake(std::uint32_t state) noexcept {
        return (state & guard) == 0 && (state & (queued | waking)) != queued;
    }

    /// Frees the lock. @return whom to wake, or null.
    wait_block* give_up() noexcept {
        std::uint32_t state = owned; // as it mostly is
        while (nobody_to_wake(state)) {
            // release: U1, pairs with L1. relaxed: on failure `state` is the newer word, and the
            // question is asked again.
            if (word_.compare_exchange_strong(state, state & ~owned, std::memory_order_release,
                                              std::memory_order_relaxed)) [[likely]] // U1
                return nullptr;
        }
        enter_queue();
        return leave_queue(owned);
    }

    static void wake(wait_block* next) noexcept {
        if (next != nullptr) [[unlikely]]
            lab02::default_event.release(next);
    }

    void lock_slow() noexcept;
    bool lock_or_queue(wait_block& self, place where) noexcept;
    void enter_queue() noexcept;
    wait_block* leave_queue(std::uint32_t given_up) noexcept;

    kev::atomic<std::uint32_t> word_{0, "word"};
    wait_queue queue_;
};

} // namespace kev::lab04
