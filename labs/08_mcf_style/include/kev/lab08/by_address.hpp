/// @file
/// The address way to sleep: the caller never waits for a sleeper.
#pragma once

#include <kev/lab08/address_sleep.hpp>

namespace kev::lab08 {

/// Sleepers sleep on their half of the word, and look for a call there. The product sleeps so
/// (docs/adr/0014). The two functions are what a way is made of; sleepers.hpp says what they promise.
struct by_address {
    /// Whether a thread that calls a sleeper waits for it.
    static constexpr bool callers_wait = false;

    /// `Sleepers` is an instance of sleepers<>.
    template <typename Sleepers, typename State>
    static bool sleep(kev::atomic<State>& word, sleep_limit auto const& limit) noexcept {
        return sleep<Sleepers>(word, limit, [&word] { return leave<Sleepers>(word); });
    }

    /// The same with the caller's own way to leave: leave() takes the thread off the count and says true,
    /// or says false because there is a call to take.
    // [sleep]
    template <typename Sleepers, typename State>
    static bool sleep(kev::atomic<State>& word, sleep_limit auto const& limit,
                      auto leave) noexcept {
        for (;;) {
            // relaxed: an exchange confirms what is decided here, or the kernel compares once more.
            // The sum of both counts is at least one in any state that this thread can read: the sum
            // counts this thread until it returns.
            State state = word.load(std::memory_order_relaxed);
            if (Sleepers::called(state) != 0) {
                // acquire: SL1, pairs with the release of the steps that made the calls. All changes of the word are
                // read-modify-writes, so this exchange reads from the release sequence of each of those steps.
                // relaxed: a failure only brings the newer word.
                if (word.compare_exchange_weak(state, state - Sleepers::call,
                                               std::memory_order_acquire, // SL1
                                               std::memory_order_relaxed))
                    return true;
            } else if (!lab08::sleep_while<Sleepers::where>(word, state, limit) && limit.passed()) {
                if (leave()) return false;
            }
        }
    }
    // [/sleep]

    template <half Half>
    static void wake(void const* word) noexcept {
        wake_one<Half>(word);
    }
    /// A call for each of several sleepers. If it is one more than the threads that sleep, no thread is
    /// passed over: a sleeper that is woken in vain looks, and sleeps again.
    template <half Half>
    static void wake(void const* word, wide_state_t calls) noexcept {
        if (calls > 0)
            wake_some<Half>(word, static_cast<int>(calls)); // no process has 2^31 threads
    }
    /// Whether a thread whose time is up may leave. It may not if there is a call to take: the wake-up for
    /// that call may have been spent on this thread.
    template <typename Sleepers>
    static constexpr bool may_leave(auto state) noexcept {
        return Sleepers::called(state) == 0;
    }

    /// A call for every sleeper.
    template <half Half>
    static void wake_every(void const* word, wide_state_t calls) noexcept {
        if (calls > 0) wake_all<Half>(word);
    }

private:
    /// The time is up. Takes one off the count, unless there is a call to take.
    template <typename Sleepers, typename State>
    static bool leave(kev::atomic<State>& word) noexcept {
        // relaxed: only the count is balanced here, and the exchange confirms it.
        State state = word.load(std::memory_order_relaxed);
        while (may_leave<Sleepers>(state)) {
            // release: SL2, pairs with the acquire of a thread that finds no sleeper any more and may
            // destroy the object: this is our last use of the word.
            // relaxed: as above.
            if (word.compare_exchange_weak(state, state - Sleepers::one,
                                           std::memory_order_release, // SL2
                                           std::memory_order_relaxed))
                return true;
        }
        return false;
    }
};

} // namespace kev::lab08
