/// @file
/// fast_mutex without the wake-in-progress bit: correct, and slow under contention (M5).
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab03/mutex_word.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// fast_mutex.hpp without `waking`: every unlock() that sees a waiter wakes one more, although the one
/// before has not run yet and the lock may be taken again before it does. Each such thread wakes,
/// finds the lock owned and goes back to sleep: two kernel calls and two context switches for
/// nothing. lab03_wake_bit shows how many.
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
        if ((word_.fetch_or(word::owned, std::memory_order_acquire) & word::owned) == 0) return;
        lock_slow();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: only saves the read-modify-write when there is no hope; nothing is read after.
        if ((word_.load(std::memory_order_relaxed) & word::owned) != 0) return false;
        // acquire: L3, pairs with U1.
        return (word_.fetch_or(word::owned, std::memory_order_acquire) & word::owned) == 0;
    }

    /// Gives the lock up and wakes one waiter, if any. Only the owner may
    /// call it. Blocks at most until that waiter, who has announced itself, is in the kernel.
    void unlock() noexcept {
        // release: U1, pairs with L1, L2 and L3. One operation clears the bit *and* tells who waits:
        // a waiter counts itself in only while the bit is set, and the next step that clears it has the
        // waiter in its result.
        std::uint32_t const state =
            word_.fetch_sub(word::owned, std::memory_order_release) - word::owned; // U1
        if (word::may_wake(state)) [[unlikely]]
            wake_one(state);
    }

    /// The state word, for tests and for the lesson: it may be old when the caller looks at it.
    std::uint32_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

private:
    void lock_slow() noexcept {
        for (;;) {
            // relaxed: every decision below is confirmed by a read-modify-write of the same word.
            std::uint32_t state = word_.load(std::memory_order_relaxed);
            if ((state & word::owned) == 0) {
                // acquire: L2, pairs with U1.
                if ((word_.fetch_or(word::owned, std::memory_order_acquire) & word::owned) == 0)
                    return;
            } else if (word::waiters(state) == word::max_waiters) {
                kev::yield(); // the count is full: this one stays awake until there is room
            } else {
                sleep(state);
            }
        }
    }

    /// Counts this thread in and sleeps, unless the word is no longer `state`: then it does nothing.
    void sleep(std::uint32_t state) noexcept {
        // relaxed: no data is passed here. That the lock is still owned is checked by the comparison
        // itself: whoever then clears the bit sees this waiter in the result of U1.
        if (!word_.compare_exchange_weak(state, state + word::one_waiter, std::memory_order_relaxed,
                                         std::memory_order_relaxed))
            return;
        lab02::default_event.wait(this);
    }

    /// Claims one waiter, then releases it. The claim comes first: the release blocks until a waiter
    /// takes it, so two unlockers that released the same one would leave the second for ever.
    void wake_one(std::uint32_t state) noexcept {
        while (word::may_wake(state)) {
            // relaxed: the data was published at U1, and read-modify-writes after it keep its release
            // sequence whole. On failure `state` is the newer word, and the question is asked again.
            if (word_.compare_exchange_weak(state, state - word::one_waiter,
                                            std::memory_order_relaxed, std::memory_order_relaxed)) {
                lab02::default_event.release(this);
                return;
            }
        }
    }

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab03
