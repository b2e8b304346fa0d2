/// @file
/// A8: address_semaphore.hpp that sleeps on the number which it saw first. **A wake-up can be lost.**
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/lab06/deadline.hpp>
#include <kev/lab06/wait_on_address.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// A semaphore in 4 bytes; the word is the number of free permits. As GCC's library made std::counting_semaphore for
/// Linux (seen in GCC 12; GCC's bugs 98033 and 104928): who has looked in vain sleeps if the number is still the one
/// from before the looks, and a release wakes all, but only if the number was 0.
class address_semaphore {
public:
    /// Without permits.
    constexpr address_semaphore() noexcept = default;
    constexpr explicit address_semaphore(std::uint32_t permits) noexcept
        : number_(permits, "number") {}
    address_semaphore(address_semaphore const&) = delete;
    address_semaphore& operator=(address_semaphore const&) = delete;

    /// Gives `permits` back: one wakes one sleeper, several wake all. The number must stay below 2^32. Does not block.
    void release(std::uint32_t permits = 1) noexcept {
        // release: S1, pairs with S2. From here on the semaphore may be gone: only its address is used.
        std::uint32_t const before = number_.fetch_add(permits, std::memory_order_release); // S1
        if (before == none) wake_by_address_all(&number_);
    }

    /// Takes a permit. Blocks until there is one.
    void acquire() noexcept {
        for (;;) {
            // relaxed: it is only compared.
            std::uint32_t const remembered = number_.load(std::memory_order_relaxed);
            if (try_acquire()) return;
            // By now the number may be above 0, and what it was: who sleeps on that is not woken.
            wait_on_address(&number_, &remembered, sizeof remembered);
        }
    }

    /// Takes a permit if one is free. Does not block.
    bool try_acquire() noexcept {
        // relaxed: the exchange confirms a number above 0; and that it is 0 is confirmed by wait_on_address().
        std::uint32_t number = number_.load(std::memory_order_relaxed);
        while (number != none) {
            // acquire: S2, pairs with S1. relaxed: a failure only brings the newer number.
            if (number_.compare_exchange_weak(number, number - 1, std::memory_order_acquire,
                                              std::memory_order_relaxed)) // S2
                return true;
        }
        return false;
    }

    /// As acquire(), for at most `interval`; zero or less looks once.
    template <typename Rep, typename Period>
    bool try_acquire_for(std::chrono::duration<Rep, Period> interval) noexcept {
        if (interval <= interval.zero()) return try_acquire();
        return try_acquire_until(deadline_after(interval));
    }

    /// As acquire(), until a moment of any clock that its own unit can express (T7 of lab 05).
    template <typename Clock, typename Duration>
    bool try_acquire_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        // A thread that was woken tries once more before it looks at the clock: the wake may have been for a permit.
        while (!try_acquire()) {
            auto const now = Clock::now();
            if (deadline <= now) return false;
            wait_on_address_for(&number_, &none, sizeof none, deadline - now);
        }
        return true;
    }

private:
    static constexpr std::uint32_t none = 0;

    kev::atomic<std::uint32_t> number_{none, "number"};
};

} // namespace kev::lab06
