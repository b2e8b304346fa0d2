/// @file
/// What a thread asks before it sleeps or wakes another: whether a thread is left.
#pragma once

namespace kev::lab08 {

/// Windows: whether the process is ending. All other threads have been killed by then, so none is left to wake this one or
/// to be woken, and one of them may own the table of sleepers. Elsewhere: false, as a process ends with all its threads.
/// Does not block.
bool process_is_ending() noexcept;

/// Windows: if the process is ending, ends it at once, with the exit code STATUS_THREAD_IS_TERMINATING (0xC000004B).
/// `ExitProcess` has killed all other threads by then, so a sleep would last forever, with files open. Windows' own
/// locks end the process, too. Elsewhere it does nothing.
///
/// Does not block. Sources of the idea: Raymond Chen on critical sections and SRW locks (2010, 2011); mcfgthread,
/// since July 2026.
void end_process_if_no_waker_is_left() noexcept;

} // namespace kev::lab08
