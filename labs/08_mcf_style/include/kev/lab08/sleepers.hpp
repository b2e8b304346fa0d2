/// @file
/// What every type of this lab has in common: a word that counts the threads that sleep on it.
#pragma once

#include <kev/lab08/address_sleep.hpp>
#include <kev/lab08/state.hpp>
#include <kev/lab08/way.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// Two counts in a word: `sleepers` in its upper bits, in units of `One`, and `called` in the bits from
/// `Call` up to `One`, or up to the end of the half in which `Call` lies. A sleeper compares that half.
///
/// **sleepers**: so many threads have counted themselves in, and no call was made for them yet.
/// **called**: so many calls were made, and no thread has taken them yet. A thread that calls moves one
/// from `sleepers` to `called`, in the step that gives a sleeper its reason to go on. Then it calls
/// wake(). A sleeper that goes on takes one off `called`. So the sum counts every thread between its
/// count-in and its return from sleep(), and no call is lost.
///
/// Which thread takes a call depends on the way (way.hpp):
/// - by address, any thread that is counted in takes it, also a thread whose time is up, and also a
///   thread that never slept. A call waits for no particular thread, and the caller waits for none.
/// - by key, the thread that the release meets takes it, and the caller blocks until then.
///
/// Each type decides in which states a thread may count itself in.
template <state_t One, state_t Call>
struct sleepers {
    static constexpr state_t one = One;
    static constexpr state_t call = Call;
    static constexpr half where = wide_state_t{Call} >> 32 != 0 ? half::high : half::low;
    static_assert(Call < One);

    /// How many sleepers no call was made for, of a state.
    static constexpr state_t count(state_t state) noexcept { return state / One; }
    /// How many calls no thread has taken yet, of a state.
    static constexpr state_t called(state_t state) noexcept { return state % One / Call; }
    /// Whether there is room for one more call.
    static constexpr bool has_room(state_t state) noexcept {
        return called(state) < One / Call - 1;
    }
    /// Whether one more thread may count itself in. With 64 bits there is always room: no process has so many threads.
    static constexpr bool may_count_in([[maybe_unused]] state_t state) noexcept {
        if constexpr (sizeof(state_t) == 8) return true;
        return count(state) < ~state_t{0} / One;
    }
    /// The same for a type that calls all sleepers in one step: the calls must have room for them.
    static constexpr bool may_count_in_for_all([[maybe_unused]] state_t state) noexcept {
        if constexpr (sizeof(state_t) == 8) return true;
        return may_count_in(state) && count(state) + called(state) < One / Call - 1;
    }
    /// For a thread that may not count itself in: yields before the thread looks again. @return false
    static bool yield_instead() noexcept {
        kev::yield();
        return false;
    }
    /// A call is made for one sleeper. There is a sleeper, and room.
    static constexpr state_t call_one(state_t state) noexcept { return state - One + Call; }
    /// A call is made for every sleeper. There is room.
    static constexpr state_t call_all(state_t state) noexcept {
        return state - count(state) * One + count(state) * Call;
    }

    /// Sleeps until it can take a call. The caller has counted itself in, and is not counted any more when
    /// this returns. Blocks until the limit at most; by key, it may wait longer for the release of a thread
    /// that has called it. Data that was written before the step that made the call is visible then (SL1).
    /// @return false if the time was up, and no call was there to take.
    static bool sleep(atomic_state& word, sleep_limit auto const& limit) noexcept {
        return way::sleep<sleepers>(word, limit);
    }

    /// Wakes a thread, after the step that made a call. Uses only the word's address: the object may be
    /// gone. By address it does not block. By key it blocks until a sleeper is in the kernel.
    static void wake(void const* word) noexcept { way::wake<where>(word); }
    /// The same after a step that made so many calls.
    static void wake(void const* word, state_t calls) noexcept { way::wake<where>(word, calls); }
    /// The same after a step that called all sleepers: `calls` of them.
    static void wake_every(void const* word, state_t calls) noexcept {
        way::wake_every<where>(word, calls);
    }
};

} // namespace kev::lab08
