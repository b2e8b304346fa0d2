/// @file
/// Where in the source a step was made.
#pragma once

namespace kev::checker {

/// std::source_location, which Clang has only since version 15 with GCC's library. As there, a
/// default argument `source_place::current()` is the place of the call.
struct source_place {
    char const* file = "";
    char const* function = ""; ///< its name alone
    unsigned line = 0;         ///< 0: unknown

    static constexpr source_place current(char const* file = __builtin_FILE(),
                                          char const* function = __builtin_FUNCTION(),
                                          unsigned line = __builtin_LINE()) noexcept {
        return {file, function, line};
    }
};

} // namespace kev::checker
