/// @file
/// The four keyed-event calls of NT, and NtClose.
///
/// On Windows they are ntdll's own. Elsewhere lab 02 defines them itself (src/emulation), and in the
/// model world they are steps of the checker (src/model): the callers do not change.
///
/// A keyed event is a meeting place. A *waiter* and a *releaser* that name the same object and the
/// same key, in the same process, meet: one of each, and both go on. The thread that comes first
/// blocks. That is unlike an event object (setting it never blocks) and unlike a futex
/// (waking nobody is no error and takes no time); lesson 02 says what follows from it.
///
/// Sources: prototypes and masks, phnt `ntexapi.h`; statuses, Wine's tests and ReactOS; all of them
/// run again under Wine 8. Microsoft does not document these calls.
#pragma once

#include <kev/lab02/nt_types.hpp>

namespace kev::nt {

/// The right to wait.
inline constexpr ACCESS_MASK KEYEDEVENT_WAIT = 0x0001;
/// The right to release.
inline constexpr ACCESS_MASK KEYEDEVENT_WAKE = 0x0002;
/// Both, with the standard rights (delete, read and change security, owner).
inline constexpr ACCESS_MASK KEYEDEVENT_ALL_ACCESS = 0x000F0003;

extern "C" {

/// Creates a keyed event.
///
/// @param KeyedEventHandle  receives the handle; close it with NtClose.
/// @param DesiredAccess     KEYEDEVENT_WAIT, KEYEDEVENT_WAKE or KEYEDEVENT_ALL_ACCESS. A generic right (nt_access.hpp)
///                          stands for others: GENERIC_READ for KEYEDEVENT_WAIT, GENERIC_WRITE for KEYEDEVENT_WAKE,
///                          GENERIC_EXECUTE for neither, GENERIC_ALL for KEYEDEVENT_ALL_ACCESS. (Wine's server; seen
///                          under Wine 8.)
/// @param ObjectAttributes  a name for other processes, or null for an object without one.
/// @param Flags             reserved: 0. (Sources disagree on what another value does; do not try.)
/// @return STATUS_SUCCESS; STATUS_OBJECT_NAME_COLLISION; STATUS_NO_MEMORY and kin.
/// Does not block.
NTSTATUS NtCreateKeyedEvent(PHANDLE KeyedEventHandle, ACCESS_MASK DesiredAccess,
                            POBJECT_ATTRIBUTES ObjectAttributes, ULONG Flags);

/// Opens a keyed event by name. Every system has `\KernelObjects\CritSecOutOfMemoryEvent`: it was
/// made so that a critical section never fails for want of memory (lab 01).
///
/// @return STATUS_SUCCESS; STATUS_OBJECT_NAME_NOT_FOUND; STATUS_ACCESS_DENIED;
///         STATUS_OBJECT_TYPE_MISMATCH if the name belongs to another kind of object.
/// Does not block.
NTSTATUS NtOpenKeyedEvent(PHANDLE KeyedEventHandle, ACCESS_MASK DesiredAccess,
                          POBJECT_ATTRIBUTES ObjectAttributes);

/// Waits until a thread of this process releases the same key of the same object. If a releaser is
/// blocked on it already, the two meet at once. Which of several blocked releasers it meets is not
/// promised.
///
/// @param KeyedEventHandle  opened with KEYEDEVENT_WAIT. Null: the process's default, on Windows
///                          Vista and later (XP answers STATUS_INVALID_HANDLE).
/// @param Key               any value with bit 0 clear, null included; usually the lock's address.
///                          It is never dereferenced. Align keys to 4: one report says that newer
///                          systems use bit 1, too. Wine's tests refute it, and 4 costs nothing.
/// @param Alertable         whether an APC or an alert may end the wait.
/// @param Timeout           null: no limit. 100 ns units; negative relative, positive absolute since
///                          1601 (UTC), past or 0: look once and return.
/// @return STATUS_SUCCESS (met a releaser); STATUS_TIMEOUT; if Alertable, STATUS_USER_APC and
///         STATUS_ALERTED; STATUS_INVALID_PARAMETER_1 for an odd key (checked before the handle);
///         STATUS_INVALID_HANDLE; STATUS_OBJECT_TYPE_MISMATCH; STATUS_ACCESS_DENIED;
///         STATUS_ACCESS_VIOLATION for a Timeout that points nowhere (NT; the emulation trusts it).
/// Blocks. The waiters of one key are served first in, first out on Windows, ReactOS and Wine. An APC
/// does not change that order unless it ends the wait: the queue is a list of the keyed event's own,
/// and not the list of a dispatcher object (lab 07).
NTSTATUS NtWaitForKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN Alertable,
                             PLARGE_INTEGER Timeout);

/// Releases one thread that waits for the same key of the same object in this process, and **blocks
/// until there is one**. Parameters and statuses as for NtWaitForKeyedEvent, with KEYEDEVENT_WAKE.
/// If several releasers block on one key, Windows is said to serve the last one first, because it puts a
/// blocked releaser at the head of its list. Wine, ReactOS and the emulation serve the first one first.
/// Nothing may rest on either order.
NTSTATUS NtReleaseKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN Alertable,
                             PLARGE_INTEGER Timeout);

/// Closes a handle. @return STATUS_SUCCESS or STATUS_INVALID_HANDLE. Does not block.
NTSTATUS NtClose(HANDLE Handle);

} // extern "C"

} // namespace kev::nt
