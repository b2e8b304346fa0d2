/// @file
/// wait_bucket.hpp in words, for demonstrations and for the checker's schedules: a product needs no text.
#pragma once

#include <cstdint>
#include <string>

#include <kev/lab06/wait_bucket.hpp>

namespace kev::lab06::bucket_word {

/// For example "arrivals, attended", for a schedule.
inline std::string describe(std::uintptr_t word) {
    std::string text = newest(word) != nullptr ? "arrivals" : "";
    char const* const names[] = {"attended", "noted", "line"};
    for (unsigned i = 0; i < 3; ++i)
        if ((word >> i & 1) != 0) text += (text.empty() ? "" : ", ") + std::string(names[i]);
    return text.empty() ? "empty" : text;
}

} // namespace kev::lab06::bucket_word
