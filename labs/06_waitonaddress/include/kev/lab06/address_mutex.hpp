/// @file
/// A mutex of three states that sleeps on its own value.
#pragma once

#include <cstdint>

#include <kev/lab06/on_address.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// A mutex in 4 bytes. It does not count waiters. That a thread may sleep is a *value* of the word, and our
/// table (or the kernel) lets a thread sleep only while the word has that value.
///
/// | word | meaning |
/// |---|---|
/// | `free` | no thread owns it |
/// | `owned` | owned, and no thread sleeps |
/// | `contended` | owned, and a thread sleeps, or is about to sleep, or has slept |
///
/// Meets Lockable. Constant-initialized (zero), trivially destructible. It can fail only where this_thread_id()
/// can. Not recursive, not fair. Unlike lab 03's, its next owner may destroy it, because unlock() does not touch
/// it again. That holds if `Sleep` may wake for a word that is gone, as on_address and on_futex may.
///
/// Source: U. Drepper, "Futexes Are Tricky" (2004), the third mutex.
template <typename Sleep = on_address>
class address_mutex {
public:
    static constexpr std::uint32_t free = 0;
    static constexpr std::uint32_t owned = 1;
    static constexpr std::uint32_t contended = 2;

    constexpr address_mutex() noexcept = default;
    address_mutex(address_mutex const&) = delete;
    address_mutex& operator=(address_mutex const&) = delete;

    // [lock]
    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        if (!try_lock()) lock_slow();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        std::uint32_t expected = free;
        // acquire: pairs with U1; the last owner's writes are visible from here on. relaxed: a failure reads
        // no data.
        return word_.compare_exchange_strong(expected, owned, std::memory_order_acquire,
                                             std::memory_order_relaxed);
    }

    /// Unlocks, and wakes one sleeper if there may be one. Only the owner may call it. Blocks only if the wake does.
    void unlock() noexcept {
        // release: U1, pairs with the acquires in try_lock() and lock_slow(). From here on the mutex may
        // be gone: only its address is used.
        if (word_.exchange(free, std::memory_order_release) == contended) [[unlikely]] // U1
            Sleep::wake_one(word_);
    }
    // [/lock]

private:
    // [lock_slow]
    void lock_slow() noexcept {
        // Not `owned`: this thread cannot know whether others sleep, so its own unlock() has to wake one.
        // acquire: pairs with U1.
        while (word_.exchange(contended, std::memory_order_acquire) != free)
            Sleep::wait(word_, contended);
    }
    // [/lock_slow]

    kev::atomic<std::uint32_t> word_{free, "word"};
};

} // namespace kev::lab06
