/// @file
/// Rounds, one after the other, under the watch; what they came to is printed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kev::soak {

/// The task of a run. One of `seconds`, `rounds` and `round` must be given.
struct run_options {
    std::uint64_t seconds = 0;          ///< for how long; 0: until the rounds are over
    std::uint64_t rounds = 0;           ///< how many
    std::optional<std::uint64_t> round; ///< only this one; it takes `seconds`, if they are given
    std::uint64_t seed = 1;             ///< of all choices
    std::uint64_t milliseconds = 300;   ///< of a round
    std::uint64_t patience = 60;        ///< seconds without any progress that are called a hang
    std::string folder = ".";           ///< for reports
    std::string program;                ///< as a report names it
};

/// Makes the rounds and prints a line for each lock. Returns the exit status: 0 if all went well, 1 if a check
/// failed. A hang ends the process with 3 (watch.hpp). Blocks as long as it was asked to.
int run_rounds(run_options const& asked);

} // namespace kev::soak
