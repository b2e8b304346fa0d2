// 03/byte-mutex fails: hangs
// has no room for the 64th waiter
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

class byte_mutex {
public:
    constexpr byte_mutex() noexcept = default;
    byte_mutex(byte_mutex const&) = delete;
    byte_mutex& operator=(byte_mutex const&) = delete;

    void lock() noexcept {
        if ((word_.fetch_or(owned, std::memory_order_acquire) & owned) != 0) [[unlikely]]
            lock_slow();
    }

    bool try_lock() noexcept {
        return (word_.fetch_or(owned, std::memory_order_acquire) & owned) == 0;
    }

    void unlock() noexcept {
        auto const left =
            static_cast<std::uint8_t>(word_.fetch_sub(owned, std::memory_order_release) - owned);
        if (left != 0) [[unlikely]]
            wake_one(left);
    }

private:
    static constexpr std::uint8_t owned = 1;
    static constexpr std::uint8_t waking = 2;
    static constexpr std::uint8_t one_waiter = 4;

    void lock_slow() noexcept {
        std::uint8_t state = word_.load(std::memory_order_relaxed);
        for (;;) {
            if ((state & owned) == 0) {
                if (word_.compare_exchange_weak(state, static_cast<std::uint8_t>(state | owned),
                                                std::memory_order_acquire,
                                                std::memory_order_relaxed))
                    return;
            } else if (word_.compare_exchange_weak(
                           state, static_cast<std::uint8_t>(state + one_waiter),
                           std::memory_order_relaxed, std::memory_order_relaxed)) {
                lab02::default_event.wait(this);
                state = static_cast<std::uint8_t>(
                    word_.fetch_sub(waking, std::memory_order_relaxed) - waking);
            }
        }
    }

    void wake_one(std::uint8_t state) noexcept {
        while ((state & (owned | waking)) == 0 && state >= one_waiter) {
            if (word_.compare_exchange_weak(state,
                                            static_cast<std::uint8_t>(state - one_waiter + waking),
                                            std::memory_order_relaxed, std::memory_order_relaxed))
                return lab02::default_event.release(this);
        }
    }

    kev::atomic<std::uint8_t> word_{0, "word"};
};

} // namespace kev::lab03
