/// @file
/// One program, in a job object of its own: whatever it starts ends with it.
#pragma once

#include <string>

namespace kev::windows_check {

enum class ending { exited, hung, not_started };

struct result {
    ending how = ending::not_started;
    unsigned long code = 0; ///< the exit code, or the error of the start
    double seconds = 0;
    std::string output; ///< both streams
};

/// Runs a command line for at most `limit` seconds. What it prints stays in `output_file`, too. Blocks.
result run(std::string command, std::string const& output_file, double limit);

/// What stands in a file; empty, if there is none.
std::string text_of(std::string const& file);

} // namespace kev::windows_check
