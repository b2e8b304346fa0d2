/// @file
/// The state word of the mutex: what its bits mean, and every rule by which they change.
#pragma once

#include <bit>

#include <kev/lab08/sleepers.hpp>

namespace kev::lab08 {

/// | bits | name | what sets it | what clears it |
/// |---|---|---|---|
/// | 0 | `locked` | the thread that locks | the owner, in unlock() |
/// | 1-4 | spinners, a bit each | a spinner, only while `locked` is set | the unlocker that tells it; or the spinner, which then looks at the word again; or, by mistake, a spinner that was told, if a newer spinner has the bit |
/// | 5-8 | failures: spins in vain, 0 to 15 | a spinner that goes to sleep: +1, from the threshold at once to 15 | a spinner that gets the lock, or an unlocker that sees no thread wait: -1 |
/// | 9-15 | passed over: unlocks in a row that called no sleeper although a thread slept, 0 to 127 | such an unlock: +1 | an unlock that calls a sleeper, or sees none: to 0 |
/// | 32-39 (with a word of 32 bits: 16-17) | called: calls that no thread has taken yet | the unlocker that calls a sleeper: +1 | a sleeper that takes a call, before it tries again: -1 |
/// | 40-63 (18-31) | sleepers that no call was made for | a sleeper: +1, only while `locked` is set | the unlocker that calls one: -1; a sleeper whose time is up: -1 |
///
/// A sleeper compares the upper half, which changes seldom. So the many changes of the lower half do not
/// wake it. A word of 32 bits has no such half, and room for 16,383 sleepers: one more thread does not sleep, but yields its
/// processor and tries again. The functions say what the next state is; mutex.hpp makes it true by a compare-exchange.
namespace word {

inline constexpr state_t locked = 1;
inline constexpr state_t first_spinner = 1 << 1;
inline constexpr state_t all_spinners = 15 * first_spinner;
inline constexpr state_t one_failure = 1 << 5;
inline constexpr state_t all_failures = 15 * one_failure;
/// With so many failures no thread begins to spin.
inline constexpr state_t too_many_failures = 8;
inline constexpr state_t one_passed_over = 1 << 9;
inline constexpr state_t all_passed_over = 127 * one_passed_over;
/// How many unlocks in a row may call no sleeper because a called thread is on its way.
inline constexpr state_t most_behind_a_call = 15;
/// How many unlocks in a row may call no sleeper because they told a spinner.
inline constexpr state_t most_behind_a_spinner = 127;
using waiting = sleepers<bit_of_word(40, 18), bit_of_word(32, 16)>;

constexpr state_t failures(state_t state) noexcept {
    return (state & all_failures) / one_failure;
}

/// Whether a thread that finds the lock taken should spin before it sleeps.
constexpr bool may_spin(state_t state) noexcept {
    return failures(state) < too_many_failures && (state & all_spinners) != all_spinners;
}

/// The lowest spinner's bit that is free; 0 if all are taken.
constexpr state_t free_spinner(state_t state) noexcept {
    state_t const free = ~state & all_spinners;
    return free & (~free + 1);
}

/// The lowest spinner's bit that is taken; 0 if no thread spins.
constexpr state_t next_spinner(state_t state) noexcept {
    state_t const spinning = state & all_spinners;
    return spinning & (~spinning + 1);
}

/// From 0: which of the spinners has this bit.
constexpr unsigned number_of(state_t spinner) noexcept {
    return static_cast<unsigned>(std::countr_zero(spinner / first_spinner));
}

/// A spin has led to the lock.
constexpr state_t spin_paid(state_t state) noexcept {
    return failures(state) > 0 ? state - one_failure : state;
}

/// A spin was in vain. The failure that reaches the threshold raises the count to its maximum. So
/// threads spin again only after some quiet moments, and the count does not waver about the
/// threshold.
constexpr state_t spin_failed(state_t state) noexcept {
    return failures(state) + 1 >= too_many_failures ? state | all_failures : state + one_failure;
}

/// How many unlocks in a row called no sleeper although a thread slept.
constexpr state_t passed_over(state_t state) noexcept {
    return (state & all_passed_over) / one_passed_over;
}

/// Whether another thread is awake and will try to lock: a spinner, or a sleeper that was called. Then an
/// unlock need not call a sleeper.
constexpr bool another_comes(state_t state) noexcept {
    return (state & all_spinners) != 0 || waiting::called(state) != 0;
}

/// Whether sleepers were passed over as often as may be. Without this bound, one called thread that does
/// not run would keep all other sleepers asleep, and so would a chain of spinners.
constexpr bool must_call(state_t state) noexcept {
    return passed_over(state) >=
           ((state & all_spinners) != 0 ? most_behind_a_spinner : most_behind_a_call);
}

/// The lock is given up. A spinner is told, if any spins. A sleeper is called, if no other thread comes,
/// or if sleepers were passed over too often.
// [unlocked]
constexpr state_t unlocked(state_t state) noexcept {
    state_t const free = state - locked - next_spinner(state);
    if (waiting::count(state) == 0) {
        state_t const none_passed_over = free & ~all_passed_over;
        // If no thread waits at all, this is a quiet moment.
        return another_comes(state) ? none_passed_over : spin_paid(none_passed_over);
    }
    if (another_comes(state) && !must_call(state)) return free + one_passed_over;
    if (!waiting::has_room(state)) return free; // so many called threads have not come yet
    return waiting::call_one(free & ~all_passed_over);
}
// [/unlocked]

/// Whether the step from `state` to unlocked(state) has called a sleeper.
constexpr bool has_called(state_t state, state_t next) noexcept {
    return waiting::called(next) != waiting::called(state);
}

} // namespace word

} // namespace kev::lab08
