/// @file
/// The keyed way to sleep: the caller waits for a sleeper, and both go on together.
#pragma once

#include <kev/lab08/address_sleep.hpp>
#include <kev/lab08/claimed_sleep.hpp>
#include <kev/lab08/release.hpp>

namespace kev::lab08 {

/// Sleepers wait for the key that is the address of their half of the word. The lessons sleep so, and
/// systems without a sleep by address. The two functions are what a way is made of; sleepers.hpp says what
/// they promise.
struct by_key {
    /// Whether a thread that calls a sleeper waits for it.
    static constexpr bool callers_wait = true;

    /// `Sleepers` is an instance of sleepers<>.
    template <typename Sleepers, typename State>
    static bool sleep(kev::atomic<State>& word, sleep_limit auto const& limit) noexcept {
        return sleep<Sleepers>(word, limit, [&word] { return leave<Sleepers>(word); });
    }

    /// The same with the caller's own way to leave: leave() takes the thread off the count and says true,
    /// or says false because a call was made for each sleeper.
    template <typename Sleepers, typename State>
    static bool sleep(kev::atomic<State>& word, sleep_limit auto const& limit,
                      auto leave) noexcept {
        void const* const key = address_sleep::address(&word, Sleepers::where);
        if (!lab08::sleep_until_claimed(key, limit, leave)) return false;
        // acquire: SL1, as in by_address.hpp. The meeting itself need not order memory.
        word.fetch_sub(Sleepers::call, std::memory_order_acquire); // SL1
        return true;
    }

    template <half Half>
    static void wake(void const* word) noexcept {
        release(address_sleep::address(word, Half));
    }
    template <half Half>
    static void wake(void const* word, wide_state_t calls) noexcept {
        release(address_sleep::address(word, Half), calls);
    }
    /// Whether a thread whose time is up may leave: not if a release is owed to it.
    template <typename Sleepers>
    static constexpr bool may_leave(auto state) noexcept {
        return Sleepers::count(state) != 0;
    }

    /// A call for every sleeper.
    template <half Half>
    static void wake_every(void const* word, wide_state_t calls) noexcept {
        wake<Half>(word, calls);
    }

private:
    /// The time is up. Takes one off the count. @return false if a call was made for each sleeper: then a
    /// release is owed to this thread.
    template <typename Sleepers, typename State>
    static bool leave(kev::atomic<State>& word) noexcept {
        // relaxed: only the count is balanced here, and the exchange confirms it.
        State state = word.load(std::memory_order_relaxed);
        while (may_leave<Sleepers>(state)) {
            // release: SL2, as in by_address.hpp. relaxed: as above.
            if (word.compare_exchange_weak(state, state - Sleepers::one,
                                           std::memory_order_release, // SL2
                                           std::memory_order_relaxed))
                return true;
        }
        return false;
    }
};

} // namespace kev::lab08
