/// @file
/// Whether a trace shows sleeping threads.
#pragma once

namespace kev::lab07 {

/// Whether this program's calls of NtWaitForKeyedEvent and NtReleaseKeyedEvent write into the log of the
/// calling thread. Locks that spin, or that sleep in another way, make no such calls.
bool sleeping_is_traced() noexcept;

} // namespace kev::lab07
