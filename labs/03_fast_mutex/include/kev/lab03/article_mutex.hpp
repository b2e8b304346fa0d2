/// @file
/// The article's mutex with the article's unlock: **it can lose a wake-up**. x86 only.
#pragma once

#include <bit>
#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab03/mutex_word.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// fast_mutex.hpp with the article's unlock(): a plain store of the lowest byte, then a plain read of
/// the whole word, to save the locked instruction.
///
/// It is wrong on three levels, and is kept to show them. In C++ it is undefined: no atomic object may
/// be written through a part of itself. On ARM64 the article's plain store would not even be a release;
/// here it is one, so that only the flaw in question is left. On x86 the load has been seen to return a
/// mixed word: the new byte "free" and three older bytes with no waiter, although a waiter had counted
/// itself in before. (The processors' manuals say that such a load waits until the byte is in the cache.)
/// experiments/byte_store_litmus.cpp counts the missed waiters on the machine at hand; lesson 03
/// explains them.
///
/// The idea: Lockless Inc., "Keyed Events".
class article_mutex {
public:
    constexpr article_mutex() noexcept : article_mutex(0) {}
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit article_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    article_mutex(article_mutex const&) = delete;
    article_mutex& operator=(article_mutex const&) = delete;

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

    /// Gives the lock up and wakes one waiter, if it sees one. It may miss a waiter that is there.
    // [unlock]
    void unlock() noexcept {
        // release: U1, pairs with L1, L2 and L3; on x86 any plain store is one.
        owned_byte_.store(0, std::memory_order_release); // U1
        // relaxed: this is the mistake. Nothing keeps this load behind the store above.
        std::uint32_t const state = word_.load(std::memory_order_relaxed);
        if (bits::may_wake(state)) [[unlikely]]
            wake_one(state);
    }
    // [/unlock]

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
            if ((state & bits::owned) == 0) {
                // acquire: L2, pairs with U1.
                if ((word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0)
                    return;
            } else if (bits::waiters(state) == bits::max_waiters) {
                kev::yield(); // the count is full: this thread stays awake until there is room
            } else {
                sleep(state);
            }
        }
    }

    /// Counts this thread in and sleeps. Does nothing if the word is no longer `state`.
    void sleep(std::uint32_t state) noexcept {
        // relaxed: no data is passed here. The comparison also checks that the lock is still owned: the
        // thread that clears the bit next sees this waiter in the result of U1.
        if (!word_.compare_exchange_weak(state, state + bits::one_waiter, std::memory_order_relaxed,
                                         std::memory_order_relaxed))
            return;
        lab02::default_event.wait(this);
        // relaxed: it only lets the next unlocker wake a waiter; the data comes with L2. It is done before
        // the next attempt to lock: if that fails, the owner must be free to wake a waiter again.
        word_.fetch_sub(bits::waking, std::memory_order_relaxed);
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

    // The article's union: the same memory as a word and as its lowest byte. To use a member of a union
    // that was not written last is undefined in C++; the compilers of today do what is meant.
    union {
        kev::atomic<std::uint32_t> word_;
        kev::atomic<std::uint8_t> owned_byte_;
    };
};

static_assert(std::endian::native == std::endian::little,
              "byte 0 must be the low byte of the word");

} // namespace kev::lab03
