/// @file
/// srw_view.hpp as text, for demonstrations and for the checker's schedules. A product does not need it.
#pragma once

#include <cstdint>
#include <string>

#include <kev/lab07/srw_view.hpp>

namespace kev::lab07::srw_word {

/// "2 readers, queue" for a schedule; "free" if nothing is set.
inline std::string describe(std::uintptr_t word) {
    std::string text = (word & owned) == 0 ? "free" : (word & shared) == 0 ? "a writer" : "readers";
    if ((word & shared) != 0 && (word & queued) == 0)
        text =
            std::to_string(word / one_reader) + (word / one_reader == 1 ? " reader" : " readers");
    if ((word & queued) != 0) text += ", queue";
    if ((word & waking) != 0) text += ", waking";
    if ((word & guard) != 0) text += ", guarded";
    return text;
}

} // namespace kev::lab07::srw_word
