/// @file
/// The state word that handoff_mutex and unfair_mutex share.
#pragma once

#include <cstdint>

namespace kev::lab07 {

/// | bits | name | set by | cleared by |
/// |---|---|---|---|
/// | 0 | `owned` | the thread that locks | the owner, in unlock(); in handoff_mutex only if nobody waits |
/// | 1 | `waking` | unfair_mutex: the owner that claims a waiter, in unlock() | the woken thread |
/// | 2-31 | number of waiters, counted in `one_waiter` | a waiter: +1, only while `owned` is set | the owner that claims a waiter: -1, in unlock() |
///
/// The count is a promise, as in lab 03. Each counted thread is in NtWaitForKeyedEvent, or will call it without any
/// further condition. The count has room for 2^30 - 1 threads, and no system has so many.
///
/// The bits have the places that they have in the LockCount of a CRITICAL_SECTION. LockCount holds the complement of
/// this word.
namespace lock_word {

inline constexpr std::uint32_t owned = 1;
inline constexpr std::uint32_t waking = 2;
inline constexpr std::uint32_t one_waiter = 4;

constexpr std::uint32_t waiters(std::uint32_t state) noexcept {
    return state / one_waiter;
}

} // namespace lock_word

} // namespace kev::lab07
