/// @file
/// The two calls of NT on which WaitOnAddress sleeps, alert by thread id, and what a wait on an address needs of them.
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
#include <kev/world.hpp>

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

/// Wakes a thread, or makes its next wait return at once. If the thread has ended, nothing happens, or a later
/// thread with the same id is woken for no reason, which it must expect anyway. Does not block.
inline void alert(nt::HANDLE thread) noexcept {
    nt::NtAlertThreadByThreadId(thread);
    count_call(&tally::releases);
}

/// Sleeps until another thread alerts this one. An alert that came before counts, too. Blocks at most until
/// `limit` (null: no limit). @return false if that passed first.
///
/// The flag belongs to the thread and not to this call. A lock in a library that sleeps by alerts lowers it, too.
/// So the caller looks before each sleep at what the alert stands for, such as waiter::was_let_go(). Between that
/// look and this call, and in it, nothing may take such a lock (A7 in lesson 06).
///
/// Nothing is said about memory. The alerting thread and the woken thread order their data by other means.
inline bool wait_for_alert(void const* address, nt::PLARGE_INTEGER limit = nullptr) noexcept {
    return nt::NtWaitForAlertByThreadId(const_cast<void*>(address), limit) != nt::STATUS_TIMEOUT;
}

} // namespace kev::lab06
