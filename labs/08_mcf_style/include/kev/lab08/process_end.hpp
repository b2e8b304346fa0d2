/// @file
/// What a thread asks before a sleep without a time limit: whether a thread is left that could wake it.
#pragma once

namespace kev::lab08 {

/// Windows: if the process is ending, ends it at once, with the exit code STATUS_THREAD_IS_TERMINATING (0xC000004B).
/// `ExitProcess` has killed all other threads by then, so a sleep would last for ever, with files open. Windows' own
/// locks end the process, too. Elsewhere a process ends with all its threads, and this does nothing.
///
/// Does not block. Sources of the idea: Raymond Chen on critical sections and SRW locks (2010, 2011); mcfgthread,
/// since July 2026.
void end_process_if_no_waker_is_left() noexcept;

} // namespace kev::lab08
