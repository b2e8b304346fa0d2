/// @file
/// Whether a trace knows who sleeps.
#pragma once

namespace kev::lab07 {

/// Whether this program's calls of NtWaitForKeyedEvent and NtReleaseKeyedEvent write into the log of the
/// thread that makes them. Locks that spin, or that sleep in some other way, make no such calls.
bool sleeping_is_traced() noexcept;

} // namespace kev::lab07
