/// @file
/// fast_mutex without the wake-in-progress bit: correct, and slow under contention (M5).
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab03/mutex_word.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// fast_mutex.hpp without `waking`: every unlock() that sees a waiter wakes one more thread, although the
/// thread before has not run yet. The lock may be taken again before it runs. Then the thread wakes,
/// finds the lock owned and goes back to sleep: two kernel calls and two context switches for
/// nothing. lab03_wake_bit counts them.
class no_wake_bit_mutex {
public:
    constexpr no_wake_bit_mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit no_wake_bit_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    no_wake_bit_mutex(no_wake_bit_mutex const&) = delete;
    no_wake_bit_mutex& operator=(no_wake_bit_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        // acquire: L1, pairs with U1 in unlock(); the last owner's writes are visible from here on.
        if ((word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0) return;
        lock_slow();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: this look only saves a useless read-modify-write; no decision depends on it.
        if ((word_.load(std::memory_order_relaxed) & bits::owned) != 0) return false;
        // acquire: L3, pairs with U1.
        return (word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0;
    }

    /// Gives the lock up and wakes one waiter, if any. Only the owner may
    /// call it. Blocks at most until that waiter, who has announced itself, is in the kernel.
    void unlock() noexcept {
        // release: U1, pairs with L1, L2 and L3. One operation clears the bit *and* returns the count.
        // A waiter counts itself in only while the bit is set. So the next operation that clears the bit
        // has this waiter in its result.
        std::uint32_t const state =
            word_.fetch_sub(bits::owned, std::memory_order_release) - bits::owned; // U1
        if (bits::may_wake(state)) [[unlikely]]
            wake_one(state);
    }

    /// The state word, for tests and for the lesson. It may have changed when the caller looks at it.
    std::uint32_t state() const noexcept {
        // relaxed: this look orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

private:
    void lock_slow() noexcept {
        for (;;) {
            // relaxed: every decision below is confirmed by a read-modify-write of the same word.
            std::uint32_t state = word_.load(std::memory_order_relaxed);
            if ((state & bits::owned) == 0) {
                // acquire: L2, pairs with U1.
                if ((word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0)
                    return;
            } else if (bits::waiters(state) == bits::max_waiters) {
                kev::yield(); // the count is full: this thread stays awake until there is room
            } else {
                sleep(state);
            }
        }
    }

    /// Counts this thread in and sleeps. Does nothing if the word is no longer `state`.
    void sleep(std::uint32_t state) noexcept {
        // relaxed: no data is passed here. The comparison also checks that the lock is still owned: the
        // thread that clears the bit next sees this waiter in the result of U1.
        if (!word_.compare_exchange_weak(state, state + bits::one_waiter, std::memory_order_relaxed,
                                         std::memory_order_relaxed))
            return;
        lab02::default_event.wait(this);
    }

    /// Claims one waiter, then releases it. The claim comes first: the release blocks until a waiter
    /// takes it. If two unlockers released the same waiter, the second would block for ever.
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

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab03
