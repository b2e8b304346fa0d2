/// @file
/// A counting semaphore: one number; to let a keyed event do the rest is yours.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <kev/lab08/claimed_sleep.hpp>
#include <kev/lab08/release.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// A semaphore, one pointer in size; names and meaning as std::counting_semaphore. All bits zero: no permits.
/// Constant-initialised, trivially destructible.
///
/// | the number | meaning |
/// |---|---|
/// | *n* >= 0 | *n* permits are free |
/// | *-n* < 0 | *n* threads sleep, or are about to; none is free |
///
/// A keyed event counts waiters against releases by itself, so there is no race to lose between the count and
/// the sleep: who takes the number below zero will be met by exactly one release. A permit that is given
/// back goes to a sleeper and cannot be snatched away meanwhile. That is fair, and it is why one permit
/// is no substitute for a mutex: lab 07 shows what handing over costs.
///
/// Source of the idea: Benaphores (Benoit Schillings), which put such a count before a kernel's semaphore.
template <std::ptrdiff_t Most = (std::numeric_limits<std::ptrdiff_t>::max)()>
class counting_semaphore {
    static_assert(Most >= 0);

public:
    static constexpr std::ptrdiff_t(max)() noexcept { return Most; } // (max): Windows has a macro

    /// Without permits.
    constexpr counting_semaphore() noexcept = default;
    /// With `permits`, from 0 to max().
    constexpr explicit counting_semaphore(std::ptrdiff_t permits) noexcept
        : number_(permits, "number") {}
    counting_semaphore(counting_semaphore const&) = delete;
    counting_semaphore& operator=(counting_semaphore const&) = delete;

    /// Gives `permits` back, 0 or more, at most up to max(). Blocks until the sleepers that get one have been met.
    void release(std::ptrdiff_t permits = 1) noexcept {
        // release: SM1, pairs with SM2 and SM3.
        number_.fetch_add(permits, std::memory_order_release); // SM1
        // TODO(you): release those who sleep and get one of these.
    }

    /// Takes a permit. Blocks until there is one.
    void acquire() noexcept { take_or_sleep(no_limit()); }

    /// Takes a permit if one is free. Does not block.
    bool try_acquire() noexcept {
        // relaxed: the exchange confirms it.
        std::int64_t number = number_.load(std::memory_order_relaxed);
        while (number > 0) {
            // acquire: SM2, pairs with SM1. relaxed: a failure only brings the newer number.
            if (number_.compare_exchange_weak(number, number - 1, std::memory_order_acquire,
                                              std::memory_order_relaxed)) // SM2
                return true;
        }
        return false;
    }

    /// As acquire(), for at most `interval` on a clock that nobody sets. @return whether a permit was taken.
    template <typename Rep, typename Period>
    bool try_acquire_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return try_acquire() || acquire_slow(for_at_most(interval));
    }

    /// As acquire(), until the clock shows `deadline`.
    template <typename Clock, typename Duration>
    bool try_acquire_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return try_acquire() || acquire_slow(until<Clock, Duration>(deadline));
    }

    /// As the two above, with a limit of the caller's own making.
    bool try_acquire_with(sleep_limit auto const& limit) noexcept {
        return try_acquire() || acquire_slow(limit);
    }

    /// The number, for tests and for the lesson: it may be old when the caller looks at it.
    std::int64_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return number_.load(std::memory_order_relaxed);
    }

private:
    bool acquire_slow(sleep_limit auto const& limit) noexcept {
        return !limit.passed() && take_or_sleep(limit);
    }

    bool take_or_sleep([[maybe_unused]] sleep_limit auto const& limit) noexcept {
        // acquire: SM3, pairs with SM1, if there is a permit.
        if (number_.fetch_sub(1, std::memory_order_acquire) > 0) return true; // SM3
        // TODO(you): there was none. Sleep by sleep_until_claimed(), which asks a function of yours whether
        // this thread may leave when its time is up. And what does the sleep say about memory?
        return true;
    }

    kev::atomic<std::int64_t> number_{0, "number"};
};

using binary_semaphore = counting_semaphore<1>;

} // namespace kev::lab08
