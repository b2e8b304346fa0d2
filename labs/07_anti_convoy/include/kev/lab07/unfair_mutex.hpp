/// @file
/// The unfair mutex: unlock() frees the lock, and the woken waiter competes with all other threads (P2).
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab07/lock_word.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// handoff_mutex.hpp with one change: unlock() frees the lock before it wakes the first waiter. While the waiter's
/// context switch lasts, any thread may take the lock (barging), and often releases it before the waiter looks. If the
/// waiter finds the lock owned, it goes back to sleep at the end of the line. Nothing limits how often this happens.
///
/// `waking` allows only one woken thread at a time (lab 03, M5). Meets Lockable; not recursive; the next owner may
/// destroy it. Lab 03's fast_mutex is the same lock with unlock() in two steps.
/// Sources of the ideas: Joe Duffy on the locks of Windows since Server 2003 SP1 and Vista; mcfgthread for one
/// compare-exchange that frees the lock *and* claims a waiter.
class unfair_mutex {
public:
    constexpr unfair_mutex() noexcept = default;
    /// Starts in the given state: for tests and demonstrations.
    constexpr explicit unfair_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    unfair_mutex(unfair_mutex const&) = delete;
    unfair_mutex& operator=(unfair_mutex const&) = delete;

    /// Acquires the lock. Blocks until the lock is free.
    void lock() noexcept {
        // acquire: L1, pairs with U1 in unlock(): this thread sees what the last owner wrote.
        if ((word_.fetch_or(lock_word::owned, std::memory_order_acquire) & lock_word::owned) == 0)
            return;
        lock_slow();
    }

    /// Acquires the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: the load only saves the read-modify-write if the lock is owned. No data is read after it.
        if ((word_.load(std::memory_order_relaxed) & lock_word::owned) != 0) return false;
        // acquire: L3, pairs with U1.
        return (word_.fetch_or(lock_word::owned, std::memory_order_acquire) & lock_word::owned) ==
               0; // L3
    }

    /// Frees the lock, and wakes the first waiter if no other waiter is being woken. Only the owner may call it. Blocks at
    /// most until the waiter, which has announced itself, is in the kernel.
    void unlock() noexcept {
        std::uint32_t state = lock_word::owned; // a guess: nobody waits
        // release: U1, pairs with L1 to L3. relaxed: on failure `state` is the newer word.
        while (!word_.compare_exchange_weak(state, after_unlock(state), std::memory_order_release,
                                            std::memory_order_relaxed)) { // U1
        }
        if (wakes(state)) [[unlikely]]
            lab02::default_event.release(this);
    }

    /// A racy snapshot of the word, for tests and demonstrations.
    std::uint32_t state() const noexcept {
        // relaxed: the caller reads no data of the lock.
        return word_.load(std::memory_order_relaxed);
    }

private:
    // [after_unlock]
    static constexpr bool wakes(std::uint32_t state) noexcept {
        return lock_word::waiters(state) != 0 && (state & lock_word::waking) == 0;
    }

    /// `owned` is cleared: the first thread that sets the bit is the new owner.
    static constexpr std::uint32_t after_unlock(std::uint32_t state) noexcept {
        std::uint32_t const free = state - lock_word::owned;
        return wakes(state) ? free - lock_word::one_waiter + lock_word::waking : free;
    }
    // [/after_unlock]

    void lock_slow() noexcept {
        // relaxed: a compare-exchange of the same word confirms each decision below.
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        for (;;) {
            if ((state & lock_word::owned) == 0) {
                // acquire: L2, pairs with U1. relaxed: after a failure the loop decides anew.
                if (word_.compare_exchange_weak(state, state | lock_word::owned,
                                                std::memory_order_acquire,
                                                std::memory_order_relaxed)) // L2
                    return;
                // relaxed: no data is passed. The comparison makes sure that the lock is still owned, so the
                // next unlock() sees this waiter. After a failure the loop decides anew.
            } else if (word_.compare_exchange_weak(state, state + lock_word::one_waiter,
                                                   std::memory_order_relaxed,
                                                   std::memory_order_relaxed)) {
                state = sleep();
            }
        }
    }

    // [sleep]
    /// @return the word after this thread woke up and cleared `waking`.
    std::uint32_t sleep() noexcept {
        lab02::default_event.wait(this);
        // relaxed: this only allows the next unlock() to wake a thread. The data comes with L2.
        return word_.fetch_sub(lock_word::waking, std::memory_order_relaxed) - lock_word::waking;
    }
    // [/sleep]

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab07
