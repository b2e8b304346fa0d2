/// @file
/// mutex.hpp in words, for demonstrations and for the checker's schedules: a product needs no text.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include <kev/lab08/mutex.hpp>

namespace kev::lab08::mutex_bits {

/// The state in words: "locked, 1 spinning, 2 sleeping, 1 called, 3 failures"; "free" if nothing is
/// set.
inline std::string describe(state_t state) {
    std::string text = (state & locked) != 0 ? "locked" : "free";
    auto const add = [&](state_t number, char const* what) {
        if (number != 0) text += ", " + std::to_string(number) + what;
    };
    add(static_cast<state_t>(std::popcount(state & all_spinners)), " spinning");
    add(counts::sleeping(state), " sleeping");
    add(counts::called(state), " called");
    add(passed_over(state), " times passed over");
    add(failures(state), failures(state) == 1 ? " failure" : " failures");
    return text;
}

} // namespace kev::lab08::mutex_bits
