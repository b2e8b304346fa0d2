/// @file
/// shared_mutex.hpp in words, for demonstrations and for the checker's schedules: a product needs no text.
#pragma once

#include <cstdint>
#include <string>

#include <kev/shared_mutex.hpp>

namespace kev::inline v0_9::shared_bits {

/// "2 readers, 1 writer asleep" or "a writer waits, 1 reader", for the lesson and for the checker's schedules.
inline std::string describe(state_t state) {
    std::string text;
    if ((state & exclusive) != 0) text = readers(state) == 0 ? "a writer" : "a writer waits";
    auto const add = [&](state_t count, char const* one, char const* many) {
        if (count == 0) return;
        text += (text.empty() ? "" : ", ") + std::to_string(count) + (count == 1 ? one : many);
    };
    add(readers(state), " reader", " readers");
    add(sleeping_readers(state), " reader asleep", " readers asleep");
    add(sleeping_writers(state), " writer asleep", " writers asleep");
    add((state & one_called_writer) != 0, " writer called", "");
    add(called_readers(state), " reader called", " readers called");
    if (text.empty()) text = "free";
    return (state & waking) != 0 ? text + ", waking" : text;
}

} // namespace kev::inline v0_9::shared_bits
