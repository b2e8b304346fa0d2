/// @file
/// How the types of this lab sleep: the state word, the counts of sleepers in it, and the calls of the system.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

#include <kev/lab05/time_limit.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

struct testing_access; // what tests see of the types and users do not: the tests define it

/// The state of a lock: 64 bits, also where a pointer has 32.
using state_t = std::uint64_t;
using atomic_state = kev::atomic<state_t>;

/// The half of a state word that a sleeper compares: the system compares 32 bits.
enum class half { low, high };
static_assert(std::endian::native == std::endian::little, "the low half lies first");

// The seam: what differs between systems. Linux has futex(2) (src/emulation/address), Windows 8 RtlWaitOnAddress (src/nt).
// Elsewhere a table of waiters does the same on keyed events (src/native/keyed). In a model it is a step of the checker.

/// Sleeps while that half of `word` is as in `seen`, at most until `end`. May return early, for no reason. To compare and to
/// fall asleep act as one step: a wake() that follows a change of these 32 bits finds the thread asleep, or the comparison
/// fails. Orders no memory, allocates nothing.
///
/// The program's hook for contention, if there is one, is told of the object `named`.
/// @return false if the system says that the time is up. A wake-up may have come as well.
bool sleep_while(atomic_state const& word, half compared, state_t seen, lab05::sleep_end const& end,
                 void const* named) noexcept;

/// Wakes at most `most` threads that sleep on that half of a word. Uses only the address of the word: the object may be gone.
/// A sleeper of another object that lies there by now wakes early. Does not block; a signal handler may call it.
void wake(void const* word, half compared, int most) noexcept;
inline constexpr int every_sleeper = (std::numeric_limits<int>::max)();

/// As wake(word, half::low, every_sleeper), or later: while the lower half is as in `seen`, the sleepers may sleep on until
/// the next wake(to, half::low, every_sleeper). Only the caller wakes at `to`; nothing need lie there. Linux moves the
/// sleepers and switches to none of them (FUTEX_CMP_REQUEUE). Other systems wake them.
void requeue(atomic_state const& word, state_t seen, void const* to) noexcept;

/// Two counts in a state word, and the half that sleepers compare.
///
/// **sleeping**: so many threads have counted themselves in, and were not selected yet.
/// **called**: so many were selected, and have not continued yet. A thread that selects a sleeper moves one from
/// `sleeping` to `called`, in the step that gives the sleeper its reason to go on. Then it calls wake().
///
/// Any thread that is counted in may decrement `called`, also if its time is up or if it never slept. So the sum of both counts
/// every thread between its count-in and its return from sleep_until_called(). No wake-up is lost.
template <typename Counts>
concept counts_sleepers = requires(state_t state) {
    { Counts::one_sleeper } -> std::convertible_to<state_t>;
    { Counts::one_call } -> std::convertible_to<state_t>;
    { Counts::compared } -> std::convertible_to<half>;
    { Counts::called(state) } -> std::same_as<state_t>;
};

/// `sleeping` in the upper bits, in units of `OneSleeper`; `called` below it, in units of `OneCall`.
template <state_t OneSleeper, state_t OneCall>
struct sleeper_count {
    static_assert(OneCall < OneSleeper);
    static constexpr state_t one_sleeper = OneSleeper;
    static constexpr state_t one_call = OneCall;
    static constexpr half compared = OneCall >> 32 != 0 ? half::high : half::low;

    static constexpr state_t sleeping(state_t state) noexcept { return state / OneSleeper; }
    static constexpr state_t called(state_t state) noexcept { return state % OneSleeper / OneCall; }
    /// Whether `called` has room for one more.
    static constexpr bool has_room(state_t state) noexcept {
        return called(state) < OneSleeper / OneCall - 1;
    }
    /// One sleeper is selected. There is a sleeper, and room.
    static constexpr state_t call_one(state_t state) noexcept {
        return state - OneSleeper + OneCall;
    }
    /// All sleepers are selected. There is room.
    static constexpr state_t call_all(state_t state) noexcept {
        return state - sleeping(state) * OneSleeper + sleeping(state) * OneCall;
    }
};

/// Sleeps until it can decrement `called`, at most until the limit. The caller has counted itself in, and is not counted any
/// more when this returns. What was written before the step that incremented `called` is visible then.
///
/// `leave()` is called when the time is up. It takes the thread off the count and says true, or says false because
/// `called` is above zero: the wake-up may have been spent on this thread.
/// @return false if the thread has left.
// [sleep_until_called]
template <counts_sleepers Counts>
bool sleep_until_called(atomic_state& word, lab05::sleep_limit auto const& limit,
                        auto leave) noexcept {
    for (;;) {
        // relaxed: an exchange confirms what is decided here, or the system compares once more. The sum of both counts is
        // not 0 in any state that this thread can read: it counts this thread.
        state_t state = word.load(std::memory_order_relaxed);
        if (Counts::called(state) != 0) {
            // acquire: SL1, pairs with the release of the steps that incremented `called`. All changes of the word are
            // read-modify-writes, so this exchange reads from the release sequence of each of those steps.
            // relaxed: a failure only brings the newer word.
            if (word.compare_exchange_weak(state, state - Counts::one_call,
                                           std::memory_order_acquire, // SL1
                                           std::memory_order_relaxed))
                return true;
        } else if (!lab08::sleep_while(word, Counts::compared, state, limit.end(), &word) &&
                   limit.passed() && leave()) {
            return false;
        }
    }
}
// [/sleep_until_called]

/// The same for a thread that leaves by taking one off the count.
template <counts_sleepers Counts>
bool sleep_until_called(atomic_state& word, lab05::sleep_limit auto const& limit) noexcept {
    return lab08::sleep_until_called<Counts>(word, limit, [&word] {
        // relaxed: only the count is balanced here, and the exchange confirms it.
        state_t state = word.load(std::memory_order_relaxed);
        while (Counts::called(state) == 0) {
            // release: SL2, pairs with the acquire of a thread that finds no sleeper any more and may destroy the
            // object, as an event's or a latch's last user does: this is the last use of the word here.
            // relaxed: a failure only brings the newer word.
            if (word.compare_exchange_weak(state, state - Counts::one_sleeper,
                                           std::memory_order_release, // SL2
                                           std::memory_order_relaxed))
                return true;
        }
        return false;
    });
}

} // namespace kev::lab08
