/// @file
/// The state word of the mutex: what its bits mean, and every rule by which they change.
#pragma once

#include <bit>

#include <kev/lab08/sleepers.hpp>

namespace kev::lab08 {

/// | bits | name | who sets it | who clears it |
/// |---|---|---|---|
/// | 0 | `locked` | the thread that locks | the owner, in unlock() |
/// | 1 | `waking` | the unlocker that claims a sleeper | the woken sleeper, before it tries again |
/// | 2-5 | spinners, a bit each | a spinner, only while `locked` is set | the unlocker that tells it, or the spinner, who then looks at the word again; a spinner that was told, by mistake, if a newer one has the bit |
/// | 6-9 | failures: spins in vain, 0 to 15 | a spinner that goes to sleep: +1, from the threshold at once to 15 | a spinner that gets the lock, an unlocker that sees nobody wait, nor on its way from its sleep: -1 |
/// | 10-63 | number of sleepers | a sleeper: +1, only while `locked` is set | the unlocker that claims one: -1; one whose time is up: -1 |
///
/// The functions say what the next state is; mutex.hpp makes it true by a compare-exchange.
namespace word {

inline constexpr state_t locked = 1;
inline constexpr state_t waking = 2;
inline constexpr state_t first_spinner = 1 << 2;
inline constexpr state_t all_spinners = 15 * first_spinner;
inline constexpr state_t one_failure = 1 << 6;
inline constexpr state_t all_failures = 15 * one_failure;
/// With so many failures no thread begins to spin.
inline constexpr state_t too_many_failures = 8;
using waiting = sleepers<(1 << 10)>;

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

/// The lock is given up. One spinner is told, or one sleeper is claimed, or neither.
constexpr state_t unlocked(state_t state) noexcept {
    state_t const free = state - locked;
    if ((state & all_spinners) != 0) return free - next_spinner(state);
    if ((state & waking) != 0) return free;                 // the woken sleeper is still on its way
    if (waiting::count(state) == 0) return spin_paid(free); // no thread waits: a quiet moment
    return free - waiting::one + waking;
}

} // namespace word

} // namespace kev::lab08
