/// @file
/// A mutex with a queue of its waiters, into which a condition variable can move its own.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab04/spin_lock.hpp>
#include <kev/lab04/wait_queue.hpp>
#include <kev/world.hpp>

namespace kev::lab04 {

/// A mutex with a queue of wait blocks in place of lab 03's count of sleepers. Each waiter sleeps on a
/// key of its own. So it does not matter for what a thread went to sleep: a thread in the queue is woken
/// when its turn comes.
///
/// | bit | name | who sets it | who clears it |
/// |---|---|---|---|
/// | 0 | `owned` | the thread that locks | the owner: at once if it wakes no thread, else together with `guard` |
/// | 1 | `guard` | the thread that is going to change the queue | the same thread, when the queue is in order |
/// | 2 | `queued`: the queue is not empty | the thread that has `guard` | the thread that has `guard` |
/// | 3 | `waking`: a thread was taken out and has not tried to lock yet | the thread that has `guard` | the woken thread |
///
/// While a thread has `guard`, no other thread gives the lock up. So a thread that sees `owned` and has
/// `guard` can safely enter the queue: the owner will find it there.
///
/// Meets Lockable. Not recursive. Not fair: a running thread may take the lock before the thread that was
/// woken for it, which then waits at the head of the queue. The next owner may destroy the mutex:
/// unlock() touches nothing after the step that frees the lock. The idea of moving waiters: nsync's mutex
/// and condition variable (Mike Burrows).
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

    /// Gives the lock up. Wakes the first thread in the queue, if there is one and no other woken thread is
    /// on its way. Only the owner may call it. Blocks at most until that first thread is in the kernel.
    void unlock() noexcept { wake(give_up()); }

    /// Takes the lock. Blocks until then. For a thread that slept on its block, whose block was then taken
    /// out of the queue: in lock(), and in the second half of a condition variable's wait().
    void lock_when_taken_out(wait_block& self) noexcept;

    /// unlock() for a thread whose block is in a condition variable's room. Another thread may have moved
    /// the block into this queue. Then the first thread in the queue may be the caller itself. It must not
    /// release its own key, because no other thread waits on that key (race V5).
    /// @return whether the caller must sleep on its block until it is taken out.
    bool unlock_before_sleep(wait_block const& self) noexcept;

    /// Moves waiters to the end of the queue, in their order. From now on only this mutex wakes them. If
    /// the lock is free and no woken thread is on its way, wakes the first thread in the queue. The caller
    /// need not own the lock. When this returns, the mutex may be gone.
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

    /// Whether an unlock wakes no thread: the queue is empty, or a woken thread is on its way and will wake
    /// the next when it unlocks. (While `guard` is set, the queue is changing, and the answer is no.)
    // [unlock]
    static constexpr bool wakes_no_thread(std::uint32_t state) noexcept {
        return (state & guard) == 0 && (state & (queued | waking)) != queued;
    }

    /// Frees the lock. @return the waiter that the caller must wake, or null.
    wait_block* give_up() noexcept {
        std::uint32_t state = owned; // a guess; the exchange corrects it
        while (wakes_no_thread(state)) {
            // release: U1, pairs with L1. relaxed: on failure `state` is the newer word, and the loop
            // asks again.
            if (word_.compare_exchange_strong(state, state & ~owned, std::memory_order_release,
                                              std::memory_order_relaxed)) [[likely]] // U1
                return nullptr;
        }
        take_guard();
        return drop_guard(owned);
    }
    // [/unlock]

    static void wake(wait_block* next) noexcept {
        if (next != nullptr) [[unlikely]]
            lab02::default_event.release(next);
    }

    void lock_slow() noexcept;
    bool lock_or_queue(wait_block& self, place where) noexcept;
    void take_guard() noexcept;
    wait_block* drop_guard(std::uint32_t given_up) noexcept;

    kev::atomic<std::uint32_t> word_{0, "word"};
    wait_queue queue_;
};

} // namespace kev::lab04
