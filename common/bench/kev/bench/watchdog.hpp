/// @file
/// Ends a benchmark program that hangs, and says in which benchmark.
#pragma once

#include <string>

namespace kev::bench {

/// Watches one sample of a benchmark for as long as it exists: for KEV_WATCHDOG_SECONDS (default 240), then the program
/// prints the benchmark's name and aborts. A lock that loses a wake-up would else be measured forever.
class watched {
public:
    /// One at a time, by the main thread. Does not block.
    explicit watched(std::string const& name);
    ~watched();
    watched(watched const&) = delete;
    watched& operator=(watched const&) = delete;
};

/// Starts the thread that watches, for as long as the program runs. It is the second thread, too, without which the C
/// library leaves atomics out and flatters every uncontended pair.
void start_watchdog();

} // namespace kev::bench
