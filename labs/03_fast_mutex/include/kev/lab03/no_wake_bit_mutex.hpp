/// @file
/// fast_mutex without the wake-in-progress bit: correct, and slow under contention (M5).
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// fast_mutex.hpp without `waking`: every unlock() that sees a waiter wakes one more thread, although the
/// thread before has not run yet. The lock may be taken again before it runs. Then the thread wakes,
/// finds the lock owned and goes back to sleep: two kernel calls and two context switches for
/// nothing. lab03_wake_bit counts them.
///
/// What differs is sleep() and wake_one(): they leave the bit alone. lock() and unlock() are written again because they
/// call those two.
class no_wake_bit_mutex : fast_mutex {
public:
    using fast_mutex::fast_mutex;
    using fast_mutex::state;
    using fast_mutex::try_lock;

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        // acquire: L1, pairs with U1 in unlock().
        if ((word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0) return;
        do sleep();
        while (!try_lock());
    }

    /// Gives the lock up and wakes one waiter, if any. Only the owner may
    /// call it. Blocks at most until that waiter, who has announced itself, is in the kernel.
    void unlock() noexcept {
        // release: U1, pairs with L1, and with L3 in fast_mutex::try_lock().
        std::uint32_t const state =
            word_.fetch_sub(bits::owned, std::memory_order_release) - bits::owned; // U1
        if (bits::may_wake(state)) [[unlikely]]
            wake_one(state);
    }

private:
    /// Counts this thread in and sleeps. Does nothing if the lock is free or the word changes meanwhile.
    void sleep() noexcept {
        // relaxed: the comparison below confirms it.
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        if ((state & bits::owned) == 0) return;
        if (bits::waiters(state) == bits::max_waiters) return kev::yield();
        // relaxed: no data is passed here. The comparison also checks that the lock is still owned.
        if (word_.compare_exchange_weak(state, state + bits::one_waiter, std::memory_order_relaxed,
                                        std::memory_order_relaxed))
            lab02::default_event.wait(this);
    }

    /// Claims one waiter, then releases it.
    void wake_one(std::uint32_t state) noexcept {
        while (bits::may_wake(state)) {
            // relaxed: the data was published at U1, and read-modify-writes after it keep its release
            // sequence whole. On failure `state` is the newer word, and the loop asks again.
            if (word_.compare_exchange_weak(state, state - bits::one_waiter,
                                            std::memory_order_relaxed, std::memory_order_relaxed)) {
                lab02::default_event.release(this);
                return;
            }
        }
    }
};

} // namespace kev::lab03
