/// @file
/// A mutex of one byte: fast_mutex with room for 63 waiters. Its address is the key, so the address must be even.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// | bits | name | meaning |
/// |---|---|---|
/// | 0 | `owned` | a thread owns the lock |
/// | 1 | `waking` | a thread was released, and has not run yet |
/// | 2-7 | the number of waiters | each is in the kernel's wait, or will enter it without any further condition |
class byte_mutex {
public:
    constexpr byte_mutex() noexcept = default;
    byte_mutex(byte_mutex const&) = delete;
    byte_mutex& operator=(byte_mutex const&) = delete;

    void lock() noexcept {
        // acquire: L1, pairs with U1.
        if ((word_.fetch_or(owned, std::memory_order_acquire) & owned) != 0) [[unlikely]]
            lock_slow();
    }

    bool try_lock() noexcept {
        // acquire: L3, pairs with U1.
        return (word_.fetch_or(owned, std::memory_order_acquire) & owned) == 0;
    }

    void unlock() noexcept {
        // release: U1, pairs with L1 to L3.
        auto const left =
            static_cast<std::uint8_t>(word_.fetch_sub(owned, std::memory_order_release) - owned);
        if (left != 0) [[unlikely]]
            wake_one(left);
    }

private:
    static constexpr std::uint8_t owned = 1;
    static constexpr std::uint8_t waking = 2;
    static constexpr std::uint8_t one_waiter = 4;
    static constexpr std::uint8_t full = 63 * one_waiter;

    void lock_slow() noexcept {
        // relaxed: a compare-exchange confirms each decision below.
        std::uint8_t state = word_.load(std::memory_order_relaxed);
        for (;;) {
            if ((state & owned) == 0) {
                // acquire: L2, pairs with U1. relaxed: after a failure the loop decides anew.
                if (word_.compare_exchange_weak(state, static_cast<std::uint8_t>(state | owned),
                                                std::memory_order_acquire,
                                                std::memory_order_relaxed))
                    return;
            } else if (state >= full) {
                kev::yield();
                // relaxed: as above.
                state = word_.load(std::memory_order_relaxed);
                // relaxed: no data is passed. The comparison makes sure that the lock is still owned.
            } else if (word_.compare_exchange_weak(
                           state, static_cast<std::uint8_t>(state + one_waiter),
                           std::memory_order_relaxed, std::memory_order_relaxed)) {
                lab02::default_event.wait(this);
                // relaxed: this only allows the next unlock() to wake a thread. The data comes with L2.
                state = static_cast<std::uint8_t>(
                    word_.fetch_sub(waking, std::memory_order_relaxed) - waking);
            }
        }
    }

    void wake_one(std::uint8_t state) noexcept {
        while ((state & (owned | waking)) == 0 && state >= one_waiter) {
            // relaxed: it only claims a waiter. After a failure the loop decides anew.
            if (word_.compare_exchange_weak(state,
                                            static_cast<std::uint8_t>(state - one_waiter + waking),
                                            std::memory_order_relaxed, std::memory_order_relaxed))
                return lab02::default_event.release(this);
        }
    }

    kev::atomic<std::uint8_t> word_{0, "word"};
};

} // namespace kev::lab03
