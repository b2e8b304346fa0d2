/// @file
/// The bits of fast_mutex.hpp in words, for demonstrations and for the checker's schedules: a product needs no text.
#pragma once

#include <cstdint>
#include <string>

#include <kev/lab03/fast_mutex.hpp>

namespace kev::lab03::bits {

/// The state in words: "owned, 1 waiting, waking"; "free" if nothing is set.
inline std::string describe(std::uint32_t state) {
    std::string text = (state & owned) != 0 ? "owned" : "free";
    if (waiters(state) != 0) text += ", " + std::to_string(waiters(state)) + " waiting";
    if ((state & waking) != 0) text += ", waking";
    return text;
}

} // namespace kev::lab03::bits
