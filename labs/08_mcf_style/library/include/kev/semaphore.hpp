/// @file
/// A counting semaphore: a number of permits, which goes below zero while threads sleep.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/sleep.hpp>
#include <kev/lab08/spin.hpp>

namespace kev::inline v0_9 {

/// The state of a semaphore in one word.
///
/// | bits | meaning | changed by |
/// |---|---|---|
/// | 0-31 | called: permits that were given to sleepers and that no thread has taken yet | release(): +1 for each; a sleeper that takes one: -1 |
/// | 32-63, signed, *n* >= 0 | *n* permits are free | release(), acquire() |
/// | 32-63, signed, *-n* < 0 | *n* threads sleep, or are about to; no call was made for them yet | acquire(): -1; release(), a sleeper whose time is up: +1 |
///
/// It says what sleep_until_called() asks of a word with counts (sleep.hpp).
struct permit_bits {
    using state_t = lab08::state_t;
    using half = lab08::half;

    static constexpr state_t one_permit = state_t{1} << 32;
    /// A sleeper is a permit that is missing.
    static constexpr state_t one_sleeper = 0 - one_permit;
    static constexpr state_t one_call = 1;
    static constexpr half compared = half::low;

    static constexpr std::int32_t number(state_t state) noexcept {
        return static_cast<std::int32_t>(state >> 32);
    }
    static constexpr state_t sleeping(state_t state) noexcept {
        return number(state) < 0 ? static_cast<state_t>(-std::int64_t{number(state)}) : 0;
    }
    static constexpr state_t called(state_t state) noexcept { return state % one_permit; }
};

/// A semaphore, 64 bits in size; names and meaning as std::counting_semaphore. All bits zero: no permits.
/// Constant-initialized, trivially destructible. At most 2^31 - 1 permits.
///
/// A permit that is given back while threads sleep is kept for them, in one step. Neither try_acquire() nor a
/// spinner takes it. Any thread that is counted as a sleeper may take it, also a thread that was
/// counted just now and has not slept yet. So a sleeper that is slow to run may wait forever, as with
/// std::counting_semaphore. One permit is no substitute for a mutex: lab 07 shows what handing over costs.
///
/// A thread that finds no permit spins for a moment, and takes a permit that becomes free (spin.hpp). Then it
/// sleeps. release() leaves a permit free only if no sleeper is left without one. So a spinner takes none from a sleeper.
///
/// release() and try_acquire() may be called in a signal handler.
///
/// Source of the idea: Benaphores (Benoit Schillings), which put such a count before a kernel's semaphore.
template <std::ptrdiff_t Most = (std::numeric_limits<std::int32_t>::max)()>
class counting_semaphore {
    using state_t = lab08::state_t;
    static_assert(Most >= 0 && Most <= (std::numeric_limits<std::int32_t>::max)());

public:
    static constexpr std::ptrdiff_t(max)() noexcept { return Most; } // (max): Windows has a macro

    /// Without permits.
    constexpr counting_semaphore() noexcept = default;
    /// With `permits`, from 0 to max().
    constexpr explicit counting_semaphore(std::ptrdiff_t permits) noexcept
        : word_(static_cast<state_t>(permits) * permit_bits::one_permit, "word") {}
    counting_semaphore(counting_semaphore const&) = delete;
    counting_semaphore& operator=(counting_semaphore const&) = delete;

    /// Gives `permits` back, 0 or more, at most up to max(). Does not block.
    void release(std::ptrdiff_t permits = 1) noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        state_t given = 0;
        do {
            given = (std::min)(static_cast<state_t>(permits), permit_bits::sleeping(state));
            // release: SM1, pairs with SM2, SM3 and SL1. The sleepers are called in the same step.
            // relaxed: on failure `state` is the newer word.
        } while (!word_.compare_exchange_weak(
            state,
            state + static_cast<state_t>(permits) * permit_bits::one_permit +
                given * permit_bits::one_call,
            std::memory_order_release, std::memory_order_relaxed)); // SM1
        // No process has 2^31 threads.
        if (given > 0) lab08::wake(&word_, permit_bits::compared, static_cast<int>(given));
    }

    /// Takes a permit. Blocks until there is one.
    void acquire() noexcept {
        // The number may be old: take_or_sleep() and spin() look for themselves.
        if (number() > 0 || !spin()) take_or_sleep(lab05::no_limit());
    }

    /// Takes a permit if one is free. Does not block.
    bool try_acquire() noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        while (permit_bits::number(state) > 0) {
            // acquire: SM2, pairs with SM1. relaxed: a failure only brings the newer word.
            if (word_.compare_exchange_weak(state, state - permit_bits::one_permit,
                                            std::memory_order_acquire,
                                            std::memory_order_relaxed)) // SM2
                return true;
        }
        return false;
    }

    /// As acquire(), for at most `interval` on a steady clock. @return whether a permit was taken.
    template <typename Rep, typename Period>
    bool try_acquire_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return try_acquire() || acquire_slow(lab05::for_at_most(interval));
    }

    /// As acquire(), until the clock shows `deadline`.
    template <typename Clock, typename Duration>
    bool try_acquire_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return try_acquire() || acquire_slow(lab05::until<Clock, Duration>(deadline));
    }

private:
    friend struct lab08::testing_access; // the tests'

    std::int32_t number() const noexcept {
        // relaxed: a racy snapshot, which decides nothing.
        return permit_bits::number(word_.load(std::memory_order_relaxed));
    }

    bool acquire_slow(lab05::sleep_limit auto const& limit) noexcept {
        return !limit.passed() && (spin() || take_or_sleep(limit));
    }

    /// Waits for a moment, not counted as a sleeper. @return whether a permit became free, and this thread has taken it.
    bool spin() noexcept {
        lab08::basic_spin_budget<1>
            patience; // more yields brought no more turns (cost.md, "Levers tried")
        while (!patience.is_over()) {
            patience.pass_time();
            if (try_acquire()) return true;
        }
        return false;
    }

    bool take_or_sleep(lab05::sleep_limit auto const& limit) noexcept {
        // acquire: SM3, pairs with SM1, if there is a permit. The low half is not touched.
        if (permit_bits::number(word_.fetch_sub(permit_bits::one_permit,
                                                std::memory_order_acquire)) > 0) // SM3
            return true;
        return lab08::sleep_until_called<permit_bits>(word_, limit); // it acquires (SL1)
    }

    lab08::atomic_state word_{0, "word"};
};

// `kev::counting_semaphore permits(1);` is meant: without this, -Wctad-maybe-unsupported doubts it.
counting_semaphore(std::ptrdiff_t)->counting_semaphore<>;

using binary_semaphore = counting_semaphore<1>;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
