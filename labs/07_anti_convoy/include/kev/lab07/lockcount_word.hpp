/// @file
/// The LockCount of a CRITICAL_SECTION since Windows Server 2003 SP1.
#pragma once

#include <cstdint>

namespace kev::lab07 {

/// All bits set, -1, is free. Every part is inverted:
///
/// | bits | meaning | who clears it | who sets it |
/// |---|---|---|---|
/// | 0 | clear: owned | the thread that enters | the owner, in leave |
/// | 1 | clear: a thread has been woken and has not tried yet | the owner that wakes it | the woken thread |
/// | 2-31 | complement of the number of waiters | counts down: a waiter, only while owned | counts up: the owner that wakes one |
///
/// So -22 is owned, five waiters, none woken. It is the complement of lock_word.hpp, bit for bit: a debugger
/// that knew the old count, -1 for free and otherwise the number of those who want in, still sees -1.
/// Source: Microsoft, "Displaying a Critical Section", in the documentation of the debugger.
namespace lockcount {

inline constexpr std::int32_t free = -1;
inline constexpr std::int32_t owned = 1;  ///< set: *not* owned
inline constexpr std::int32_t waking = 2; ///< set: *no* wake-up under way
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
