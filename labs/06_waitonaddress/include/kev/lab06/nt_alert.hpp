/// @file
/// The two calls of NT on which WaitOnAddress sleeps: alert by thread id.
///
/// On Windows 8 and later they are ntdll's own. Elsewhere this lab defines them itself (src/emulation),
/// and in the model world they are steps of the checker (src/model): the callers do not change.
///
/// Every thread has one flag. An alert raises it. A wait sleeps until it is raised, and lowers it. The flag
/// *stays* raised until the next wait, however long that takes. It is only one flag: two alerts before a
/// wait are one. Nothing has to be created, and nothing is shared but the thread's id.
///
/// Sources: prototypes, phnt `ntpsapi.h`; statuses, Wine's tests, run again under Wine 8. Microsoft does
/// not document these calls.
#pragma once

#include <kev/lab02/nt_status.hpp>

namespace kev::nt {

/// No thread has this id.
inline constexpr NTSTATUS STATUS_INVALID_CID = static_cast<NTSTATUS>(0xC000000B);

extern "C" {

/// Raises the flag of a thread of this process, and wakes it if it waits for that.
///
/// @param ThreadId  the thread's id, as a handle-sized number: a multiple of 4, never 0. (Not a handle.)
/// @return STATUS_SUCCESS, also if the flag was raised already; STATUS_INVALID_CID for 0 and for an id
///         that no thread has. For a thread of another process Windows answers STATUS_ACCESS_DENIED;
///         Wine 8 answers success, and wakes no thread there.
/// Does not block.
NTSTATUS KEV_NTAPI NtAlertThreadByThreadId(HANDLE ThreadId);

/// Sleeps until the calling thread's flag is raised, and lowers it. Returns at once if it is up.
///
/// @param Address  what the thread waits for. It is for debuggers and has no influence, because the alert has
///                 no address to compare it with. (A Microsoft developer's article says otherwise. The notes
///                 of lab 06 have both.) Pass the address.
/// @param Timeout  null: no limit. 100 ns units; negative relative, positive absolute since 1601 (UTC),
///                 past or 0: look once and return.
/// @return STATUS_ALERTED; STATUS_TIMEOUT, and then the flag was down. Windows may also return
///         STATUS_USER_APC, for a special user APC or when the thread ends. Blocks.
NTSTATUS KEV_NTAPI NtWaitForAlertByThreadId(PVOID Address, PLARGE_INTEGER Timeout);

} // extern "C"

} // namespace kev::nt

namespace kev::lab06 {

/// The id of the calling thread, as NtAlertThreadByThreadId wants it. Two threads that live at the same time
/// have different ids. Windows gives the id of an ended thread to a later one. Off Windows a thread's first
/// call may allocate. If there is no memory, the program ends.
nt::HANDLE this_thread_id() noexcept;

} // namespace kev::lab06
