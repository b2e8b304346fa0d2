/// @file
/// The state word that the fair mutex and the unfair one of this lab share.
#pragma once

#include <cstdint>

namespace kev::lab07 {

/// | bits | name | who sets it | who clears it |
/// |---|---|---|---|
/// | 0 | `owned` | the thread that locks | the owner, in unlock(); handoff_mutex: only if nobody waits |
/// | 1 | `waking` | unfair_mutex: the owner that claims a waiter, in unlock() | the woken thread |
/// | 2-31 | number of waiters, counted in `one_waiter` | a waiter: +1, only while `owned` is set | the owner that claims one: -1, in unlock() |
///
/// The count is lab 03's promise: so many threads are in NtWaitForKeyedEvent, or will be there without
/// any further condition. There is room for 2^30 - 1 of them; no system has so many threads.
///
/// The bits stand as in the LockCount of a CRITICAL_SECTION, which holds the complement of this word.
namespace lock_word {

inline constexpr std::uint32_t owned = 1;
inline constexpr std::uint32_t waking = 2;
inline constexpr std::uint32_t one_waiter = 4;

constexpr std::uint32_t waiters(std::uint32_t state) noexcept {
    return state / one_waiter;
}

} // namespace lock_word

} // namespace kev::lab07
