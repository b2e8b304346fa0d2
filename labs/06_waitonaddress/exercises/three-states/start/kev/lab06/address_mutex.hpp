/// @file
/// A mutex of three states that sleeps on its own value; the third state is yours.
#pragma once

#include <cstdint>

#include <kev/lab06/on_address.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// A mutex in 4 bytes. It does not count waiters. That a thread may sleep is a *value* of the word, and the
/// kernel (or our table) lets it sleep only while the word still has it.
///
/// | word | meaning |
/// |---|---|
/// | `free` | no thread owns it |
/// | `owned` | owned, and no thread sleeps |
/// | `contended` | owned, and a thread sleeps, or is about to sleep, or has slept |
///
/// Meets Lockable. Constant-initialised (zero), trivially destructible; can fail only where this_thread_id()
/// can. Not recursive, not fair. Unlike lab 03's, its next owner may destroy it: unlock() does not touch it again, if
/// `Sleep` may wake for a word that is gone, as on_address and on_futex may.
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

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        if (!try_lock()) lock_slow();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        std::uint32_t expected = free;
        // acquire: pairs with U1 in unlock(); the last owner's writes are visible from here on. relaxed: it is not ours.
        return word_.compare_exchange_strong(expected, owned, std::memory_order_acquire,
                                             std::memory_order_relaxed);
    }

    /// Gives the lock up, and wakes one sleeper if there may be one. Only the owner may call it. Does
    /// not block.
    void unlock() noexcept {
        // TODO(you): free it, and learn in the same operation whether Sleep::wake_one(word_) is due.
    }

private:
    void lock_slow() noexcept {
        // TODO(you): take it, or make it `contended` and sleep by Sleep::wait(word_, contended); again and
        // again, for that may return for no reason. As what does a thread that has slept take the lock?
    }

    kev::atomic<std::uint32_t> word_{free, "word"};
};

} // namespace kev::lab06
