/// @file
/// A one-shot event: closed until somebody sets it, then open for ever.
#pragma once

#include <chrono>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/release.hpp>
#include <kev/lab08/sleepers.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// A one-shot event of the size of a pointer; all bits zero: not set. Constant-initialised, trivially
/// destructible, cannot fail.
///
/// | part of the word | meaning | changed by |
/// |---|---|---|
/// | bit 0, `set_bit` | it is set | set(), once |
/// | the rest | how many sleep, or are about to | +1: a waiter that finds it not set; -1: one whose time is up; to 0: set() |
///
/// It is the once flag of this lab without the part that chooses who initialises. What was written before
/// set() is visible after wait(). The last waiter that has come through may destroy the object: set() does
/// not touch it any more. (Another that still comes out of its sleep does.)
class event {
public:
    static constexpr state_t set_bit = 1;
    using waiting = sleepers<2>;

    constexpr event() noexcept = default;
    event(event const&) = delete;
    event& operator=(event const&) = delete;

    /// Sets it and wakes all. Once more does nothing. Blocks until those who sleep have been met.
    void set() noexcept {
        // release: EV1, pairs with EV2 and EV3. It claims all sleepers in the same step.
        state_t const state = word_.exchange(set_bit, std::memory_order_release); // EV1
        release(&word_, waiting::count(state));
    }

    /// Whether it is set. Does not block.
    bool is_set() const noexcept {
        // acquire: EV2, pairs with EV1.
        return (word_.load(std::memory_order_acquire) & set_bit) != 0; // EV2
    }

    /// Waits until it is set. Blocks without limit.
    void wait() noexcept { wait_with(lab05::no_limit()); }

    /// As wait(), for at most `interval` on a clock that nobody sets. @return whether it is set.
    template <typename Rep, typename Period>
    bool wait_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return is_set() || wait_with(lab05::for_at_most(interval));
    }

    /// As wait(), until the clock shows `deadline`. @return whether it is set.
    template <typename Clock, typename Duration>
    bool wait_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return wait_with(lab05::until<Clock, Duration>(deadline));
    }

    /// As the three above, with a limit of the caller's own making.
    bool wait_with(sleep_limit auto const& limit) noexcept {
        while (!is_set()) {
            if (limit.passed()) return false;
            if (!count_in()) continue;
            if (!waiting::sleep(word_, limit)) return false;
            kev::read_newest(word_); // EV3, pairs with EV1: the sleep itself acquires nothing
            return true;
        }
        return true;
    }

private:
    bool count_in() noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        if ((state & set_bit) != 0) return false;
        // relaxed: no data is passed; set() finds this thread in the result of EV1, or the exchange fails.
        return word_.compare_exchange_weak(state, state + waiting::one, std::memory_order_relaxed,
                                           std::memory_order_relaxed);
    }

    atomic_state word_{0, "word"};
};

} // namespace kev::lab08
