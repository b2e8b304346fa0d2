/// @file
/// lockcount_word.hpp as text, for demonstrations and for the checker's schedules. A product does not need it.
#pragma once

#include <cstdint>
#include <string>

#include <kev/lab07/lockcount_word.hpp>

namespace kev::lab07::lockcount {

/// The count as a debugger shows it: "-22: owned, 5 waiting".
inline std::string describe(std::int32_t count) {
    std::string text = std::to_string(count) + (is_owned(count) ? ": owned" : ": free");
    if (waiters(count) != 0) text += ", " + std::to_string(waiters(count)) + " waiting";
    if (is_waking(count)) text += ", waking";
    return text;
}

} // namespace kev::lab07::lockcount
