/// @file
/// What every type of this lab has in common: a word whose upper bits count those who sleep on it.
#pragma once

#include <cstdint>

#include <kev/lab08/claimed_sleep.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// The state of a lock: as large as a pointer. Most of it counts sleepers, of whom a 64-bit process
/// cannot have too many; so nobody has to ask whether there is room for one more.
using state_t = std::uintptr_t;
using atomic_state = kev::atomic<state_t>;

/// A count of sleepers in the upper bits of a word, in units of `One`; its address is the key.
///
/// The count is a promise, as in lab 03: so many threads are in NtWaitForKeyedEvent, or will be there
/// whatever else happens, and nobody has claimed them yet. Whoever takes one off the count must release
/// one; whoever runs out of time must take one off, or else take the release that it is owed. Who counts
/// itself in, and when, is the business of each type.
template <state_t One>
struct sleepers {
    static constexpr state_t one = One;

    /// How many, of a state.
    static constexpr state_t count(state_t state) noexcept { return state / One; }

    /// Sleeps until released. The caller has counted itself in. @return false if its time was up first;
    /// it is then no longer counted, and nobody has claimed it.
    static bool sleep(atomic_state& word, sleep_limit auto const& limit) noexcept {
        return sleep_until_claimed(&word, limit, [&word] { return withdraw(word); });
    }

private:
    /// Takes one off the count. @return false if all have been claimed.
    static bool withdraw(atomic_state& word) noexcept {
        // relaxed: only the count of promises is balanced here, and the exchange confirms it.
        state_t state = word.load(std::memory_order_relaxed);
        while (count(state) != 0) {
            // release: SL1, pairs with CV1, CV2 and CV3: this is our last use of the word, and who claims the
            // others, or finds nobody any more, may let the object go. (The other types have no need of it.)
            // relaxed: as above.
            if (word.compare_exchange_weak(state, state - One, std::memory_order_release, // SL1
                                           std::memory_order_relaxed))
                return true;
        }
        return false;
    }
};

} // namespace kev::lab08
