/// @file
/// The state word of the mutexes of lab 03: 4 bytes, laid out as in the article.
#pragma once

#include <cstdint>

namespace kev::lab03 {

/// | bits | name | who sets it | who clears it |
/// |---|---|---|---|
/// | 0 | `owned` | the thread that locks | the owner, in unlock() |
/// | 1-7 | always zero: the rest of the article's "owned" byte | no thread | no thread |
/// | 8 | `waking` | the unlocker that claims a waiter | the woken waiter, before it tries again |
/// | 9-31 | number of waiters, counted in `one_waiter` | a waiter: +1, only while `owned` is set | the unlocker that claims it: -1, only while `owned` and `waking` are clear |
///
/// The count is a promise: so many threads are in NtWaitForKeyedEvent, *or will be there without any
/// further condition*. An unlocker blocks in NtReleaseKeyedEvent until a waiter comes, so it relies on
/// this promise.
namespace bits {

// [word]
inline constexpr std::uint32_t owned = 1;
inline constexpr std::uint32_t waking = 1u << 8;
inline constexpr std::uint32_t one_waiter = 1u << 9;
inline constexpr std::uint32_t max_waiters = (1u << 23) - 1;

constexpr std::uint32_t waiters(std::uint32_t state) noexcept {
    return state / one_waiter;
}

/// Whether a waiter may be claimed: a thread waits, the lock is free, and no woken thread is on its way.
constexpr bool may_wake(std::uint32_t state) noexcept {
    return state >= one_waiter && (state & (owned | waking)) == 0;
}
// [/word]

} // namespace bits

} // namespace kev::lab03
