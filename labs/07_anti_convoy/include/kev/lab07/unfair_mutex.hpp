/// @file
/// The unfair mutex: the first waiter is woken, and whoever comes first gets the lock (P2).
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab07/lock_word.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// handoff_mutex.hpp with one change: unlock() frees the lock before it wakes the first waiter. The time
/// that the waiter needs until it runs is then open to all: a thread that comes by meanwhile takes the
/// lock and is through before the waiter looks. The waiter may find it taken and go back to sleep, at the
/// end of the line; how often that can happen has no limit.
///
/// `waking` keeps it to one woken thread at a time (lab 03, M5). Meets Lockable; not recursive; the next
/// owner may destroy it. Lab 03's fast_mutex is the same lock with unlock() in two steps.
/// Source of the idea: Joe Duffy on the locks of Windows since Server 2003 SP1 and Vista; that one
/// compare-exchange frees the lock *and* claims a waiter, mcfgthread.
class unfair_mutex {
public:
    constexpr unfair_mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit unfair_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    unfair_mutex(unfair_mutex const&) = delete;
    unfair_mutex& operator=(unfair_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        // acquire: L1, pairs with U1 in unlock(); the last owner's writes are visible from here on.
        if ((word_.fetch_or(lock_word::owned, std::memory_order_acquire) & lock_word::owned) == 0)
            return;
        lock_slow();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: only saves the read-modify-write when there is no hope; nothing is read after.
        if ((word_.load(std::memory_order_relaxed) & lock_word::owned) != 0) return false;
        // acquire: L3, pairs with U1.
        return (word_.fetch_or(lock_word::owned, std::memory_order_acquire) & lock_word::owned) ==
               0; // L3
    }

    /// Frees the lock, and wakes the first waiter if none is being woken. Only the owner may call it.
    /// Blocks at most until that waiter, who has announced itself, is in the kernel.
    void unlock() noexcept {
        std::uint32_t state = lock_word::owned; // as it mostly is
        // release: U1, pairs with L1 to L3. relaxed: on failure `state` is the newer word.
        while (!word_.compare_exchange_weak(state, after_unlock(state), std::memory_order_release,
                                            std::memory_order_relaxed)) { // U1
        }
        if (wakes(state)) [[unlikely]]
            lab02::default_event.release(this);
    }

    /// The state word, for tests and for the lesson: it may be old when the caller looks at it.
    std::uint32_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

private:
    static constexpr bool wakes(std::uint32_t state) noexcept {
        return lock_word::waiters(state) != 0 && (state & lock_word::waking) == 0;
    }

    /// The owned bit goes: whoever comes first is the new owner.
    static constexpr std::uint32_t after_unlock(std::uint32_t state) noexcept {
        std::uint32_t const free = state - lock_word::owned;
        return wakes(state) ? free - lock_word::one_waiter + lock_word::waking : free;
    }

    void lock_slow() noexcept {
        // relaxed: every decision below is confirmed by a compare-exchange of the same word.
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        for (;;) {
            if ((state & lock_word::owned) == 0) {
                // acquire: L2, pairs with U1. relaxed: a failure decides anew.
                if (word_.compare_exchange_weak(state, state | lock_word::owned,
                                                std::memory_order_acquire,
                                                std::memory_order_relaxed)) // L2
                    return;
                // relaxed: no data is passed. That the lock is still owned is checked by the comparison
                // itself: whoever then unlocks sees this waiter. A failure decides anew.
            } else if (word_.compare_exchange_weak(state, state + lock_word::one_waiter,
                                                   std::memory_order_relaxed,
                                                   std::memory_order_relaxed)) {
                state = sleep();
            }
        }
    }

    /// @return the word as this thread found it when it was awake again.
    std::uint32_t sleep() noexcept {
        lab02::default_event.wait(this);
        // relaxed: it only lets the next owner wake somebody; the data comes with L2.
        return word_.fetch_sub(lock_word::waking, std::memory_order_relaxed) - lock_word::waking;
    }

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab07
