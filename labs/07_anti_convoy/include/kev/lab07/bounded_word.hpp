/// @file
/// The state word of bounded_mutex.
#pragma once

#include <cstdint>

namespace kev::lab07 {

/// | bits | name | who sets it | who clears it |
/// |---|---|---|---|
/// | 0 | `owned` | the thread that locks | the owner, in unlock(), unless it hands the lock over |
/// | 1 | `heir`: a waiter has been taken out of the line and has not got the lock yet | the owner that takes it out, in unlock() | the heir that takes the lock; the owner that hands it over |
/// | 2 | `heir_sleeps` | the heir, only while `owned` is set | the owner that wakes it, in unlock() |
/// | 3-31 | number of threads in the line, counted in `one_waiter` | a waiter: +1, only while `owned` is set | the owner that makes one the heir: -1 |
///
/// `heir_sleeps` is only set together with `heir`. It and the count are promises in the sense of lab 03: such
/// a thread is in NtWaitForKeyedEvent, or will be there without any further condition. There is room for
/// 2^29 - 1 threads in the line; no system has so many.
namespace bounded_word {

inline constexpr std::uint32_t owned = 1;
inline constexpr std::uint32_t heir = 2;
inline constexpr std::uint32_t heir_sleeps = 4;
inline constexpr std::uint32_t one_waiter = 8;

constexpr std::uint32_t waiters(std::uint32_t state) noexcept {
    return state / one_waiter;
}

/// Nobody is in the line or on the way out of it.
constexpr bool nobody_waits(std::uint32_t state) noexcept {
    return state < one_waiter && (state & heir) == 0;
}

/// unlock() wakes the first in the line, who becomes the heir. There is one heir at a time.
constexpr bool makes_an_heir(std::uint32_t state) noexcept {
    return waiters(state) != 0 && (state & heir) == 0;
}

/// The word that unlock() leaves behind. The heir wakes in any case.
/// @param state      the word as the owner finds it.
/// @param hand_over  whether the heir, which there is then, becomes the owner.
constexpr std::uint32_t after_unlock(std::uint32_t state, bool hand_over) noexcept {
    if (hand_over) return state & ~(heir | heir_sleeps); // still owned, by the heir now
    std::uint32_t const free = state & ~(owned | heir_sleeps);
    return makes_an_heir(state) ? free - one_waiter + heir : free;
}

} // namespace bounded_word

} // namespace kev::lab07
