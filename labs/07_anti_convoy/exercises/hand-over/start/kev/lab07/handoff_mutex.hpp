/// @file
/// The fair mutex, to be written: here no thread sleeps yet, and all threads compete.
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
/// first served. Meets Lockable; not recursive. After unlock() has given the lock away it does not access the mutex, so
/// the next owner may destroy it. lock_word.hpp says what each bit means.
/// Source of the idea: Joe Duffy on the locks of Windows before Server 2003 SP1 and Vista.
class handoff_mutex {
public:
    constexpr handoff_mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
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
    void unlock() noexcept {
        std::uint32_t state = lock_word::owned; // a guess: nobody waits
        // TODO(you): one compare-exchange frees the lock if no thread waits. If a thread waits, it takes one waiter off
        // the number and leaves the lock owned; then wake that waiter.
        // release: U1, pairs with L1 to L3. relaxed: on failure `state` is the newer word.
        while (!word_.compare_exchange_weak(state, 0, std::memory_order_release,
                                            std::memory_order_relaxed)) { // U1
        }
    }

    /// The state word, for tests and for the lesson. It may have changed when the caller uses it.
    std::uint32_t state() const noexcept {
        // relaxed: the caller reads no data of the lock.
        return word_.load(std::memory_order_relaxed);
    }

private:
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
            } else {
                // TODO(you): add this thread to the number, only while the lock is owned, and sleep. Which thread
                // owns the lock when this one wakes, and what makes the last owner's writes visible to it?
                kev::yield();
                // relaxed: a compare-exchange confirms it.
                state = word_.load(std::memory_order_relaxed);
            }
        }
    }

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab07
