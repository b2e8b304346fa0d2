/// @file
/// The fair mutex: unlock() hands the lock to the first waiter. It makes convoys (P1).
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab07/lock_word.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// A mutex in 4 bytes that is handed from thread to thread. While a thread waits, the lock is never free: unlock()
/// makes the thread that has slept longest the owner, and then wakes it. No other thread can take the lock in between,
/// so a sleeping thread is never overtaken. But until the new owner runs, a whole context switch later, the lock is
/// owned by a thread that does nothing with it.
///
/// Threads get the lock in the order in which they reach the kernel, which serves the waiters of one key first come,
/// first served (undocumented: docs/windows.md). Meets Lockable; not recursive. After unlock() has given the lock away
/// it does not access the mutex, so the next owner may destroy it. lock_word.hpp says what each bit means.
/// Source of the idea: Joe Duffy on the locks of Windows before Server 2003 SP1 and Vista.
class handoff_mutex {
public:
    constexpr handoff_mutex() noexcept = default;
    /// Starts in the given state: for tests and demonstrations.
    constexpr explicit handoff_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    handoff_mutex(handoff_mutex const&) = delete;
    handoff_mutex& operator=(handoff_mutex const&) = delete;

    /// Acquires the lock. Blocks until the lock is free or handed to this thread.
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

    /// Hands the lock to the first waiter and wakes that thread, or frees the lock if nobody waits. Only the owner may
    /// call it. Blocks at most until the waiter, which has announced itself, is in the kernel.
    // [unlock]
    void unlock() noexcept {
        std::uint32_t state = lock_word::owned; // a guess: nobody waits
        // release: U1, pairs with L1 to L4. relaxed: on failure `state` is the newer word.
        while (!word_.compare_exchange_weak(state, after_unlock(state), std::memory_order_release,
                                            std::memory_order_relaxed)) { // U1
        }
        if (lock_word::waiters(state) != 0) [[unlikely]]
            lab02::default_event.release(this);
    }
    // [/unlock]

    /// A racy snapshot of the word, for tests and demonstrations.
    std::uint32_t state() const noexcept {
        // relaxed: the caller reads no data of the lock.
        return word_.load(std::memory_order_relaxed);
    }

private:
    // [after_unlock]
    /// `owned` stays set if there is a waiter: that thread is the new owner, although it does not run yet.
    static constexpr std::uint32_t after_unlock(std::uint32_t state) noexcept {
        return lock_word::waiters(state) != 0 ? state - lock_word::one_waiter : 0;
    }
    // [/after_unlock]

    // [lock_slow]
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
                return await_handoff();
            }
        }
    }
    // [/lock_slow]

    // [await_handoff]
    void await_handoff() noexcept {
        lab02::default_event.wait(this);
        // L4, pairs with U1. The wake-up is not known to order memory, and an atomic load could read an old word.
        // This read-modify-write reads what U1 wrote, or a later value of its release sequence.
        kev::read_newest(word_); // L4
    }
    // [/await_handoff]

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab07
