/// @file
/// A counting semaphore that sleeps on its own number.
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/lab06/deadline.hpp>
#include <kev/lab06/wait_on_address.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// A semaphore in 4 bytes, with names and meaning as std::counting_semaphore. The word is the number of free
/// permits, and nothing else.
///
/// Two rules keep it from losing a wake-up, and each was broken by a standard library (A8 and A9 in broken/). A
/// thread sleeps on 0 and on no other number. Every permit that comes back wakes a thread, whatever the number
/// was before.
///
/// Constant-initialized, trivially destructible. It can fail only where this_thread_id() can. Not fair: the
/// fastest thread takes the permit. A thread that takes a permit may destroy the semaphore if it knows that no
/// other call will come, because release() does not touch the number again.
///
/// Source: none. It is address_mutex.hpp with a number in place of three states.
class address_semaphore {
public:
    /// Without permits.
    constexpr address_semaphore() noexcept = default;
    constexpr explicit address_semaphore(std::uint32_t permits) noexcept
        : number_(permits, "number") {}
    address_semaphore(address_semaphore const&) = delete;
    address_semaphore& operator=(address_semaphore const&) = delete;

    /// Gives `permits` back. One permit wakes one sleeper, several wake all. The number must stay below 2^32.
    /// Does not block.
    // [release]
    void release(std::uint32_t permits = 1) noexcept {
        // release: s1, pairs with s2. From here on the semaphore may be gone: only its address is used.
        number_.fetch_add(permits, std::memory_order_release); // s1
        if (permits == 1)
            wake_by_address_single(&number_);
        else
            wake_by_address_all(&number_);
    }
    // [/release]

    /// Takes a permit. Blocks until there is one.
    // [acquire]
    void acquire() noexcept {
        while (!try_acquire()) wait_on_address(&number_, &none, sizeof none);
    }
    // [/acquire]

    /// Takes a permit if one is free. Does not block.
    bool try_acquire() noexcept {
        // relaxed: the exchange confirms a number above 0, and wait_on_address() confirms a 0.
        std::uint32_t number = number_.load(std::memory_order_relaxed);
        while (number != none) {
            // acquire: s2, pairs with s1. relaxed: a failure only reads the newer number.
            if (number_.compare_exchange_weak(number, number - 1, std::memory_order_acquire,
                                              std::memory_order_relaxed)) // s2
                return true;
        }
        return false;
    }

    /// As acquire(), for at most `interval`. Zero or less looks once.
    template <typename Rep, typename Period>
    bool try_acquire_for(std::chrono::duration<Rep, Period> interval) noexcept {
        if (interval <= interval.zero()) return try_acquire();
        return try_acquire_until(lab06::moment_from_now(interval));
    }

    /// As acquire(), until a moment of any clock, if the clock's own unit can express it (T7 of lab 05).
    template <typename Clock, typename Duration>
    bool try_acquire_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        // A woken thread tries again before it looks at the clock, because the wake may have been for a permit.
        while (!try_acquire()) {
            auto const now = Clock::now();
            if (deadline <= now) return false;
            lab06::wait_on_address_for(&number_, &none, sizeof none, deadline - now);
        }
        return true;
    }

private:
    static constexpr std::uint32_t none = 0;

    kev::atomic<std::uint32_t> number_{none, "number"};
};

} // namespace kev::lab06
