/// @file
/// Work in the child of a fork(). POSIX only.
#pragma once

#include <functional>

namespace kev::testing {

/// Copies this process by fork() and runs `work` in the copy, in which the calling thread is alone. Blocks until the copy
/// has ended; a copy that hangs ends itself after twice the watchdog's time, which is over by then.
/// @return what `work` returned; false if the copy did not end by itself.
bool holds_in_a_fork(std::function<bool()> const& work);

/// Forks 200 times while two other threads repeat `work`, so that many forks come in the middle of it. Expects that
/// `holds` says true in each copy. Skips the test under AddressSanitizer, whose allocator a copy may find locked.
void expect_in_many_forks(std::function<void()> const& work, std::function<bool()> const& holds);

} // namespace kev::testing
