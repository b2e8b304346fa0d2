/// @file
/// A one-shot event: closed until a thread sets it, then open forever.
#pragma once

#include <chrono>

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/sleep.hpp>
#include <kev/world.hpp>

namespace kev::inline v0_9 {

/// A one-shot event of eight bytes; all bits zero: not set. Constant-initialized, trivially
/// destructible, cannot fail.
///
/// | bits | name | what sets it | what clears it |
/// |---|---|---|---|
/// | 0 | `set_bit`: the event is set | set(), once | nothing |
/// | 1-31 | called: sleepers that were called and have not taken their call yet | set(), for all sleepers at once | a sleeper that takes a call: -1 |
/// | 32-63 | sleeping: threads that sleep, or are about to, and were not called | a waiter that finds the event not set: +1 | set(): to 0; a sleeper whose time is up: -1 |
///
/// It is the once flag of this lab without the part that chooses the thread that initializes. Data
/// that was written before set() is visible after wait(). The last waiter that has come through may destroy the
/// object: set() does not touch it any more. (A waiter that still comes out of its sleep does.)
///
/// set() and is_set() may be called in a signal handler.
class event {
public:
    static constexpr lab08::state_t set_bit = 1;
    using counts = lab08::sleeper_count<lab08::state_t{1} << 32, lab08::state_t{2}>;

    constexpr event() noexcept = default;
    /// Set already, or not.
    constexpr explicit event(bool is_set) noexcept : word_(is_set ? set_bit : 0, "word") {}
    event(event const&) = delete;
    event& operator=(event const&) = delete;

    /// Sets it and wakes all. Once more does nothing. Does not block.
    void set() noexcept {
        // relaxed: the exchange confirms it.
        lab08::state_t state = word_.load(std::memory_order_relaxed);
        // release: EV1, pairs with EV2 and SL1. All sleepers are called in the same step.
        // relaxed: on failure `state` is the newer word.
        while (!word_.compare_exchange_weak(state, counts::call_all(state) | set_bit,
                                            std::memory_order_release, // EV1
                                            std::memory_order_relaxed)) {
        }
        if (counts::sleeping(state) > 0)
            lab08::wake(&word_, counts::compared, lab08::every_sleeper);
    }

    /// Whether it is set. Does not block.
    bool is_set() const noexcept {
        // acquire: EV2, pairs with EV1.
        return (word_.load(std::memory_order_acquire) & set_bit) != 0; // EV2
    }

    /// Waits until it is set. Blocks without limit.
    void wait() noexcept { wait_with(lab05::no_limit()); }

    /// As wait(), for at most `interval` on a steady clock. @return whether it is set.
    template <typename Rep, typename Period>
    bool wait_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return is_set() || wait_with(lab05::for_at_most(interval));
    }

    /// As wait(), until the clock shows `deadline`. @return whether it is set.
    template <typename Clock, typename Duration>
    bool wait_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return wait_with(lab05::until<Clock, Duration>(deadline));
    }

private:
    friend struct lab08::testing_access; // the tests'

    bool wait_with(lab05::sleep_limit auto const& limit) noexcept {
        while (!is_set()) {
            if (limit.passed()) return false;
            if (count_in())
                return lab08::sleep_until_called<counts>(word_, limit); // it acquires (SL1)
        }
        return true;
    }

    bool count_in() noexcept {
        // relaxed: the exchange confirms it.
        lab08::state_t state = word_.load(std::memory_order_relaxed);
        if ((state & set_bit) != 0) return false;
        // relaxed: no data is passed. EV1 finds this thread in the word, or this exchange fails.
        return word_.compare_exchange_weak(state, state + counts::one_sleeper,
                                           std::memory_order_relaxed, std::memory_order_relaxed);
    }

    lab08::atomic_state word_{0, "word"};
};

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
