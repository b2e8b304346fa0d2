/// @file
/// Ends a program in which nothing moves any more, and says which test it was.
#pragma once

namespace kev::testing {

/// Says that the test still makes progress. A long storm calls it now and then. Does not block.
void feed_watchdog() noexcept;

/// How long the watchdog waits for progress: KEV_WATCHDOG_SECONDS, or 240.
long watchdog_seconds() noexcept;

/// Starts watching the tests of this program: each start and end of a test, and each
/// feed_watchdog(), is progress. Without any for KEV_WATCHDOG_SECONDS (default 240) the program
/// prints the test's name and aborts. It is no limit on the time a test may take.
void start_watchdog();

} // namespace kev::testing
