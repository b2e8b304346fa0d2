/// @file
/// A one-shot event: closed until a thread sets it, then open for ever.
#pragma once

#include <chrono>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/sleepers.hpp>
#include <kev/lab08/watched_sleep.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// A one-shot event of the size of a pointer; all bits zero: not set. Constant-initialised, trivially
/// destructible, cannot fail.
///
/// | bits | name | what sets it | what clears it |
/// |---|---|---|---|
/// | 0 | `set_bit`: the event is set | set(), once | nothing |
/// | 1-31 (with a word of 32 bits: 1-15) | called: calls that no thread has taken yet | set(), for all sleepers at once | a sleeper that takes a call: -1 |
/// | 32-63 (16-31) | sleepers that no call was made for | a waiter that finds the event not set: +1 | set(): to 0; a sleeper whose time is up: -1 |
///
/// A word of 32 bits has room for 32,767 sleepers: one more thread does not sleep, but yields its processor and looks
/// again.
///
/// It is the once flag of this lab without the part that chooses the thread that initialises. Data
/// that was written before set() is visible after wait(). The last waiter that has come through may destroy the
/// object: set() does not touch it any more. (A waiter that still comes out of its sleep does.)
///
/// By address, set() and is_set() may be called in a signal handler.
class event {
public:
    static constexpr state_t set_bit = 1;
    using waiting = sleepers<bit_of_word(32, 16), 2>;

    constexpr event() noexcept = default;
    /// Begins in this state: 0, or set_bit.
    constexpr explicit event(state_t state) noexcept : word_(state, "word") {}
    event(event const&) = delete;
    event& operator=(event const&) = delete;

    /// Sets it and wakes all. Once more does nothing. By address it does not block; by key it blocks until
    /// all sleepers are in the kernel.
    void set() noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        // release: EV1, pairs with EV2 and SL1. All sleepers are called in the same step.
        // relaxed: on failure `state` is the newer word.
        while (!word_.compare_exchange_weak(state, waiting::call_all(state) | set_bit,
                                            std::memory_order_release, // EV1
                                            std::memory_order_relaxed)) {
        }
        waiting::wake_every(&word_, waiting::count(state));
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

    /// As the three above, with a limit of the caller's own making.
    bool wait_with(sleep_limit auto const& limit) noexcept {
        while (!is_set()) {
            if (limit.passed()) return false;
            watched_sleep const watched(&word_);
            if (!count_in()) continue;
            return waiting::sleep(word_, limit); // it acquires (SL1)
        }
        return true;
    }

    /// The state word, for tests and for the lesson: it may be old when the caller looks at it.
    state_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

private:
    bool count_in() noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        if ((state & set_bit) != 0) return false;
        if (!waiting::may_count_in_for_all(state)) return waiting::yield_instead();
        // relaxed: no data is passed. EV1 finds this thread in the word, or this exchange fails.
        return word_.compare_exchange_weak(state, state + waiting::one, std::memory_order_relaxed,
                                           std::memory_order_relaxed);
    }

    atomic_state word_{0, "word"};
};

} // namespace kev::lab08
