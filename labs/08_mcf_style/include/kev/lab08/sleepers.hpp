/// @file
/// What every type of this lab has in common: a word that counts the threads that sleep on it.
#pragma once

#include <kev/lab08/address_sleep.hpp>
#include <kev/lab08/claimed_sleep.hpp>
#include <kev/lab08/state.hpp>
#include <kev/lab08/way.hpp>

namespace kev::lab08 {

/// Two counts in a word: `sleepers` in its upper bits, in units of `One`, and `called` in the bits from
/// `Call` up to `One`, or up to the end of the half in which `Call` lies. A sleeper compares that half.
///
/// **sleepers**: so many threads have counted themselves in, and no call was made for them yet.
/// **called**: so many calls were made, and no thread has taken them yet. A thread that calls moves one
/// from `sleepers` to `called`, in the step that gives a sleeper its reason to go on. Then it calls
/// wake(). A sleeper that goes on takes one off `called`. So the sum counts every thread between its
/// count-in and its return from sleep(), and a call is lost to nobody.
///
/// Which thread takes a call depends on the way (way.hpp):
/// - by address, any thread that is counted in takes it, also a thread whose time is up, and also a
///   thread that never slept. A call waits for no particular thread, and the caller waits for none.
/// - by key, the thread that the release meets takes it, and the caller blocks until then.
///
/// Who counts itself in, and when, is the business of each type.
template <state_t One, state_t Call = 0>
struct sleepers {
    static constexpr state_t one = One;
    static constexpr state_t call = Call;
    static constexpr half where = Call >> 32 != 0 ? half::high : half::low;
    static_assert(Call < One);

    /// How many sleepers no call was made for, of a state.
    static constexpr state_t count(state_t state) noexcept { return state / One; }
    /// How many calls no thread has taken yet, of a state.
    static constexpr state_t called(state_t state) noexcept { return state % One / Call; }
    /// Whether there is room for one more call.
    static constexpr bool has_room(state_t state) noexcept {
        return called(state) < One / Call - 1;
    }
    /// A call is made for one sleeper. There is a sleeper, and room.
    static constexpr state_t call_one(state_t state) noexcept { return state - One + Call; }
    /// A call is made for every sleeper. There is room.
    static constexpr state_t call_all(state_t state) noexcept {
        return state - count(state) * One + count(state) * Call;
    }

    /// Sleeps until it can take a call. The caller has counted itself in, and is not counted any more when
    /// this returns. Blocks until the limit at most; by key, it may wait longer for the release of a thread
    /// that has called it. @return false if the time was up, and no call was there to take.
    static bool sleep(atomic_state& word, sleep_limit auto const& limit) noexcept {
        return way::sleep<sleepers>(word, limit);
    }

    /// Wakes a thread, after the step that made a call. Uses only the word's address: the object may be
    /// gone. By address it does not block. By key it blocks until a sleeper is in the kernel.
    static void wake(void const* word) noexcept { way::wake<where>(word); }
    /// The same after a step that made so many calls.
    static void wake(void const* word, state_t calls) noexcept { way::wake<where>(word, calls); }
    /// The same after a step that called all sleepers, who were so many.
    static void wake_every(void const* word, state_t calls) noexcept {
        way::wake_every<where>(word, calls);
    }
};

/// The count alone, of a type that always sleeps by key: a thread that takes one off the count must
/// release one.
template <state_t One>
struct sleepers<One, 0> {
    static constexpr state_t one = One;

    /// How many, of a state.
    static constexpr state_t count(state_t state) noexcept { return state / One; }

    /// Sleeps until released. The caller has counted itself in. @return false if its time was up first;
    /// it is then no longer counted, and no thread has claimed it.
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
