/// @file
/// The word of the condition variable: which positions wait for a notification.
#pragma once

#include <kev/lab08/state.hpp>

namespace kev::lab08 {

/// Each waiter has a *position*: the positions of a condition variable are numbered in the order in which
/// its waiters begin. A position is *pending* until a notification takes it.
///
/// | bits | name | what changes it |
/// |---|---|---|
/// | 0-49 | first: the oldest pending position, modulo 2^50 | a notifier that takes *n* positions: +*n* |
/// | 50-63 | pending: how many positions are pending | a waiter that begins: +1; a notifier that takes *n* positions: -*n* |
///
/// Both numbers change in one step, and the end of the pending positions never goes back. So the word
/// never has a value twice (before 2^50 waits), and a compare-exchange that succeeds has seen the newest
/// state. A waiter whose time is up leaves its position pending: the notifiers see from its slot that it
/// has left (wait_slots.hpp). The functions say what the next state is; condition_variable.hpp makes it
/// true by a compare-exchange.
namespace condition_word {

/// 64 bits, also where a pointer has 32: with 18 bits for positions the word would have an old value again after 262,144
/// waits, and a slow notifier would take the wrong positions.
using state_t = wide_state_t;

inline constexpr state_t one_pending = state_t{1} << 50;
inline constexpr state_t all_positions = one_pending - 1;
/// So many positions can be pending at once.
inline constexpr state_t most_pending = ~state_t{0} / one_pending;

/// How many positions are pending, of a state.
constexpr state_t pending(state_t state) noexcept {
    return state / one_pending;
}

/// The pending position that is so many behind the oldest.
constexpr state_t position(state_t state, state_t behind_first) noexcept {
    return (state + behind_first) & all_positions;
}

/// The position of the next waiter that begins.
constexpr state_t next_position(state_t state) noexcept {
    return position(state, pending(state));
}

/// A waiter begins. There is room.
constexpr state_t with_a_waiter(state_t state) noexcept {
    return state + one_pending;
}

/// A notifier takes the oldest `count` positions. So many are pending.
constexpr state_t without_oldest(state_t state, state_t count) noexcept {
    return (pending(state) - count) * one_pending + position(state, count);
}

} // namespace condition_word

} // namespace kev::lab08
