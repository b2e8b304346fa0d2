/// @file
/// lock_word.hpp as text, for demonstrations and for the checker's schedules. A product does not need it.
#pragma once

#include <cstdint>
#include <string>

#include <kev/lab07/lock_word.hpp>

namespace kev::lab07::lock_word {

/// The state in words: "owned, 1 waiting, waking"; "free" if nothing is set.
inline std::string describe(std::uint32_t state) {
    std::string text = (state & owned) != 0 ? "owned" : "free";
    if (waiters(state) != 0) text += ", " + std::to_string(waiters(state)) + " waiting";
    if ((state & waking) != 0) text += ", waking";
    return text;
}

} // namespace kev::lab07::lock_word
