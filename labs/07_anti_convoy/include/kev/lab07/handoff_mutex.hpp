/// @file
/// The fair mutex: first come, first served. It makes convoys (P1).
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab07/lock_word.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// A mutex in 4 bytes that is handed from thread to thread. While somebody waits it is never free:
/// unlock() makes the thread that has waited longest its owner and then wakes it. Nobody can come
/// between, so nobody is overtaken once it sleeps; and from unlock() until the new owner runs, a whole
/// context switch later, the lock is owned by a thread that does nothing with it.
///
/// The order is that in which the threads reach the kernel, which serves a key's waiters first come, first
/// served (undocumented: docs/windows.md). Meets Lockable; not recursive. unlock() touches nothing of it
/// after the lock is free, so the next owner may destroy it. What each bit means: lock_word.hpp.
/// Source of the idea: Joe Duffy on the locks of Windows before Server 2003 SP1 and Vista.
class handoff_mutex {
public:
    constexpr handoff_mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit handoff_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    handoff_mutex(handoff_mutex const&) = delete;
    handoff_mutex& operator=(handoff_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free, or handed to this thread.
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

    /// Hands the lock to the first waiter and wakes it; frees it if nobody waits. Only the owner may call
    /// it. Blocks at most until that waiter, who has announced itself, is in the kernel.
    void unlock() noexcept {
        std::uint32_t state = lock_word::owned; // as it mostly is
        // release: U1, pairs with L1 to L4. relaxed: on failure `state` is the newer word.
        while (!word_.compare_exchange_weak(state, after_unlock(state), std::memory_order_release,
                                            std::memory_order_relaxed)) { // U1
        }
        if (lock_word::waiters(state) != 0) [[unlikely]]
            lab02::default_event.release(this);
    }

    /// The state word, for tests and for the lesson: it may be old when the caller looks at it.
    std::uint32_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

private:
    /// The owned bit stays: there is a new owner. It only does not know yet.
    static constexpr std::uint32_t after_unlock(std::uint32_t state) noexcept {
        return lock_word::waiters(state) != 0 ? state - lock_word::one_waiter : 0;
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
                return await_handoff();
            }
        }
    }

    void await_handoff() noexcept {
        lab02::default_event.wait(this);
        // L4, pairs with U1. The wake-up is not known to order memory, and a plain load could read an old word;
        // the last before L4 in the order of the word's changes was written by U1 or a later one.
        kev::read_newest(word_); // L4
    }

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab07
