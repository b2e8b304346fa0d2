/// @file
/// Threads for tests: started together, joined always, their kernel calls added up.
#pragma once

#include <cstdint>
#include <functional>
#include <thread>

#include <kev/world.hpp>

namespace kev::testing {

// The work comes as a std::function: the suites start threads in each test for each lock, and the templates behind
// std::thread's constructor would be compiled anew for each.

/// Runs body(0) ... body(threads - 1), each in a thread of its own, all begun together. Blocks until
/// all have ended. @return what they asked of the kernel together.
tally run_threads(int threads, std::function<void(int)> const& body);

/// Starts a thread that runs work().
std::jthread start_thread(std::function<void()> work);

/// Runs work() in a thread of its own. Blocks until it has ended.
void in_another_thread(std::function<void()> work);

/// Runs storm() again until its threads have gone to sleep `enough` times: on a busy machine they may run one after
/// another and hardly meet. At most a hundred times, so that a lock that never sleeps is found out; and not again once an
/// assertion has failed, for the test's verdict stands.
/// @return the sum of what each run returned.
tally until_slept(std::uint64_t enough, std::function<tally()> const& storm);

/// Gives every other thread ample time to do what it is going to do. A test may rely on this only
/// for things that must *not* happen: then a slow machine makes it weaker and never red.
void let_others_run();

/// Waits, without a limit, until something has become true; the watchdog ends a test that hangs.
void wait_until_true(std::function<bool()> const& condition);

} // namespace kev::testing
