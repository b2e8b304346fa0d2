/// @file
/// How a checked build says that a lock is misused.
#pragma once

#include <cstdint>
#include <string>

#include <kev/lab08/sleep.hpp>

namespace kev::library {

/// The misused object: its kind, for example "mutex", and its address.
struct misused_object {
    char const* type = nullptr;
    void const* address = nullptr;
};

/// Its word, and the function that tells it in words.
struct misused_state {
    lab08::state_t word = 0;
    std::string (*describe)(lab08::state_t) = nullptr;
};

/// Writes to the standard error stream what was done to which object, its owner, the calling thread, and its
/// word as a number and in words. Then ends the program (abort).
///
/// @param object  what was misused.
/// @param state   its word, and how to tell it.
/// @param misuse  goes on after the address: "is unlocked, but it is free".
/// @param owner   this_thread() of the owner; 0 if there is none.
[[noreturn]] void report_misuse(misused_object object, char const* misuse, misused_state state,
                                std::uintptr_t owner) noexcept;

} // namespace kev::library
