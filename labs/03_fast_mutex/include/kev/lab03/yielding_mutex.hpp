/// @file
/// fast_mutex that gives its processor away a few times before it sleeps.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab03/mutex_word.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// fast_mutex.hpp with a spin that backs off: a few doubling bursts of pauses, then the processor is
/// offered to others, ten rounds in all (the shape is that of parking_lot's). With more threads than
/// processors the owner may be the thread that needs the processor. Yielding saves most sleeps. Whether it
/// saves time depends on the machine and the section. Its price: a yield may give the processor to a thread
/// of low priority for a whole time slice, and the thread that yields pays for it. Ten rounds bound the harm;
/// experiments/yield_starvation.cpp measures it on the system at hand.
class yielding_mutex {
public:
    constexpr yielding_mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit yielding_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    yielding_mutex(yielding_mutex const&) = delete;
    yielding_mutex& operator=(yielding_mutex const&) = delete;

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

    /// Gives the lock up and wakes one waiter, if any and if none is being woken. Only the owner may
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
        for (int round = 0;;) {
            // relaxed: every decision below is confirmed by a read-modify-write of the same word.
            std::uint32_t state = word_.load(std::memory_order_relaxed);
            if ((state & bits::owned) == 0) {
                // acquire: L2, pairs with U1.
                if ((word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0)
                    return;
            } else if (bits::waiters(state) == 0 && round < spin_rounds) {
                // Only while no thread sleeps: a sleeper has waited longer.
                back_off(round++);
            } else if (bits::waiters(state) == bits::max_waiters) {
                kev::yield(); // the count is full: this thread stays awake until there is room
            } else {
                if (sleep(state)) round = 0; // this thread was woken: looking may pay again
            }
        }
    }

    /// Counts this thread in and sleeps. Does nothing if the word is no longer `state`.
    /// @return whether it slept.
    bool sleep(std::uint32_t state) noexcept {
        // relaxed: no data is passed here. The comparison also checks that the lock is still owned: the
        // thread that clears the bit next sees this waiter in the result of U1.
        if (!word_.compare_exchange_weak(state, state + bits::one_waiter, std::memory_order_relaxed,
                                         std::memory_order_relaxed))
            return false;
        lab02::default_event.wait(this);
        // relaxed: it only lets the next unlocker wake a waiter; the data comes with L2. It is done before
        // the next attempt to lock: if that fails, the owner must be free to wake a waiter again.
        word_.fetch_sub(bits::waking, std::memory_order_relaxed);
        return true;
    }

    /// Claims one waiter, then releases it. The claim comes first: the release blocks until a waiter
    /// takes it. If two unlockers released the same waiter, the second would block for ever.
    void wake_one(std::uint32_t state) noexcept {
        while (bits::may_wake(state)) {
            // relaxed: the data was published at U1, and read-modify-writes after it keep its release
            // sequence whole. On failure `state` is the newer word, and the loop asks again.
            if (word_.compare_exchange_weak(state, state - bits::one_waiter + bits::waking,
                                            std::memory_order_relaxed, std::memory_order_relaxed)) {
                lab02::default_event.release(this);
                return;
            }
        }
    }

    static constexpr int spin_rounds = 10;

    static void back_off(int round) noexcept {
        if (round >= 3) return kev::yield();
        for (int pause = 0; pause < (2 << round); ++pause) kev::relax();
    }

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab03
