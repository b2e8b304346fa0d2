/// @file
/// Ends a run that hangs, and leaves behind what one needs to see why.
#pragma once

#include <chrono>
#include <string>

#include <kev/soak/round.hpp>

namespace kev::soak {

/// How a run is called, so that a report can say how to repeat it.
struct run_name {
    std::string program;
    std::uint64_t seed = 0;
    std::string folder; ///< for reports
    std::chrono::seconds patience{60};
};

/// Starts the watch over all rounds to come. A round in which no thread makes progress for as long as
/// the patience lasts hangs: a report is written, and the process ends with status 3.
void start_watch(run_name const& name);

/// The round that is watched from now on; null: none.
void watch(round const* now, std::uint64_t number);

/// Writes a report on a round that went wrong into the folder, and says where; where it cannot be written, it
/// goes to the standard error stream.
void report(run_name const& name, std::uint64_t number, std::string const& what,
            std::string const& state);

} // namespace kev::soak
