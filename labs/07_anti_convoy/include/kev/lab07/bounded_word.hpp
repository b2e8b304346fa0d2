/// @file
/// The state word of bounded_mutex.
#pragma once

#include <cstdint>

namespace kev::lab07 {

/// | bits | name | set by | cleared by |
/// |---|---|---|---|
/// | 0 | `owned` | the thread that locks | the owner, in unlock(), unless unlock() hands the lock over |
/// | 1 | `heir`: a waiter has left the line and does not have the lock yet | the owner that takes the waiter out of the line, in unlock() | the heir when it takes the lock; the owner that hands the lock over |
/// | 2 | `heir_sleeps` | the heir, only while `owned` is set | the owner that wakes the heir, in unlock() |
/// | 3-31 | number of threads in the line, counted in `one_waiter` | a waiter: +1, only while `owned` is set | the owner that makes a waiter the heir: -1 |
///
/// `heir_sleeps` is only set while `heir` is set. Like the count it is a promise, as in lab 03: the thread is in
/// NtWaitForKeyedEvent, or will call it without any further condition. The line has room for 2^29 - 1 threads, and no
/// system has so many.
namespace bounded_word {

inline constexpr std::uint32_t owned = 1;
inline constexpr std::uint32_t heir = 2;
inline constexpr std::uint32_t heir_sleeps = 4;
inline constexpr std::uint32_t one_waiter = 8;

constexpr std::uint32_t waiters(std::uint32_t state) noexcept {
    return state / one_waiter;
}

/// The line is empty and there is no heir.
constexpr bool nobody_waits(std::uint32_t state) noexcept {
    return state < one_waiter && (state & heir) == 0;
}

// [rules]
/// unlock() makes the first thread of the line the heir. There is at most one heir at a time.
constexpr bool makes_an_heir(std::uint32_t state) noexcept {
    return waiters(state) != 0 && (state & heir) == 0;
}

/// The word that unlock() leaves behind. A sleeping heir is woken in each case.
/// @param state      the word before unlock().
/// @param hand_over  whether the heir becomes the owner. Only true if there is an heir.
constexpr std::uint32_t after_unlock(std::uint32_t state, bool hand_over) noexcept {
    if (hand_over)
        return state & ~(heir | heir_sleeps); // `owned` stays set: the heir owns the lock
    std::uint32_t const free = state & ~(owned | heir_sleeps);
    return makes_an_heir(state) ? free - one_waiter + heir : free;
}
// [/rules]

} // namespace bounded_word

} // namespace kev::lab07
