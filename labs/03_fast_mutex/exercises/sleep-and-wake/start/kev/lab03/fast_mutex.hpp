/// @file
/// The article's 4-byte mutex; its sleep and its wake-up are yours to write.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab03/mutex_word.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// A mutex in 4 bytes that sleeps on a keyed event; its own address is the key.
///
/// Meets Lockable. Constant-initialised (zero), trivially destructible, needs no handle, cannot fail.
/// Not recursive. Not fair: a running thread may take the lock before the thread that was woken for it.
/// Must outlive every unlock(), which may look at the word once more when the lock is free.
///
/// The idea: Lockless Inc., "Keyed Events". The difference: the article's unlock() stores one byte and
/// then reads the word, which can miss a waiter (article_mutex.hpp). Here unlock() is one
/// read-modify-write.
class fast_mutex {
public:
    constexpr fast_mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit fast_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    fast_mutex(fast_mutex const&) = delete;
    fast_mutex& operator=(fast_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        // acquire: L1, pairs with U1 in unlock(); the last owner's writes are visible from here on.
        if ((word_.fetch_or(word::owned, std::memory_order_acquire) & word::owned) == 0) return;
        lock_slow();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: this look only saves a useless read-modify-write; no decision depends on it.
        if ((word_.load(std::memory_order_relaxed) & word::owned) != 0) return false;
        // acquire: L3, pairs with U1.
        return (word_.fetch_or(word::owned, std::memory_order_acquire) & word::owned) == 0;
    }

    /// Gives the lock up and wakes one waiter, if any and if none is being woken. Only the owner may
    /// call it. Blocks at most until that waiter, who has announced itself, is in the kernel.
    void unlock() noexcept {
        // release: U1, pairs with L1, L2 and L3. One operation clears the bit *and* returns the count.
        // A waiter counts itself in only while the bit is set. So the next operation that clears the bit
        // has this waiter in its result.
        std::uint32_t const state =
            word_.fetch_sub(word::owned, std::memory_order_release) - word::owned; // U1
        if (word::may_wake(state)) [[unlikely]]
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
            if ((state & word::owned) == 0) {
                // acquire: L2, pairs with U1.
                if ((word_.fetch_or(word::owned, std::memory_order_acquire) & word::owned) == 0)
                    return;
            } else if (word::waiters(state) == word::max_waiters) {
                kev::yield(); // the count is full: this thread stays awake until there is room
            } else {
                sleep(state);
            }
        }
    }

    /// Counts this thread in and sleeps. Does nothing if the word is no longer `state`.
    void sleep(std::uint32_t) noexcept {
        // TODO(you): promise to wait, keep the promise, and say that you are awake. As it stands, this is
        // a spin lock.
        kev::yield();
    }

    /// Claims one waiter, then releases it.
    void wake_one(std::uint32_t) noexcept {
        // TODO(you): while word::may_wake(): claim, and then release.
    }

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab03
