/// @file
/// How a checked build says that a lock is misused.
#pragma once

#include <cstdint>

#include <kev/lab08/state.hpp>

namespace kev::lab08 {

/// Writes to the standard error stream what was done to which object, its word as a number and in words,
/// its owner and the calling thread. Then ends the program (abort).
///
/// @param type    what the object is; "mutex" has its word told in words.
/// @param misuse  goes on after the address: "is unlocked, but it is free".
/// @param owner   this_thread() of the owner; 0 if it has none.
[[noreturn]] void report_misuse(char const* type, void const* object, char const* misuse,
                                state_t word, std::uintptr_t owner) noexcept;

} // namespace kev::lab08
