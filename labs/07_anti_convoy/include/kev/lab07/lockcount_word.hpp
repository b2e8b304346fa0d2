/// @file
/// The LockCount of a CRITICAL_SECTION since Windows Server 2003 SP1.
#pragma once

#include <cstdint>

namespace kev::lab07 {

/// -1, all bits set, is free. Every part is inverted:
///
/// | bits | meaning | cleared by | set by |
/// |---|---|---|---|
/// | 0 | clear: owned | the thread that enters | the owner, when it leaves |
/// | 1 | clear: a thread has been woken and has not tried yet | the owner that wakes a thread | the woken thread |
/// | 2-31 | complement of the number of waiters | a waiter counts down, only while the lock is owned | the owner that wakes a waiter counts up |
///
/// So -22 is owned, five waiters, none woken. The count is the complement of lock_word.hpp, bit for bit. A debugger that
/// knew the old count, in which -1 was free, too, still sees -1 for a free section.
/// Source: Microsoft, "Displaying a Critical Section", in the documentation of the debugger.
namespace lockcount {

inline constexpr std::int32_t free = -1;
inline constexpr std::int32_t owned = 1;  ///< set: *not* owned
inline constexpr std::int32_t waking = 2; ///< set: *no* thread is being woken
inline constexpr std::int32_t one_waiter = 4;

constexpr bool is_owned(std::int32_t count) noexcept {
    return (count & owned) == 0;
}
constexpr bool is_waking(std::int32_t count) noexcept {
    return (count & waking) == 0;
}
constexpr std::int32_t waiters(std::int32_t count) noexcept {
    return ~count >> 2 & 0x3FFF'FFFF;
}

} // namespace lockcount

} // namespace kev::lab07
