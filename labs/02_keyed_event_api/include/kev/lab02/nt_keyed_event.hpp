/// @file
/// The four keyed-event calls of NT and NtClose, with the few types that they need, in Windows' names and layouts.
///
/// On Windows they are ntdll's own. Elsewhere lab 02 defines them itself (src/emulation), and in the
/// model world they are steps of the checker (src/model). The callers are the same source.
///
/// A keyed event is a meeting place. One *waiter* and one *releaser* that name the same object and the
/// same key, in the same process, meet, and both go on. The thread that comes first blocks. Setting an
/// event object never blocks, and waking a futex on which no thread sleeps does nothing. Lesson 02 says
/// what follows from the difference.
///
/// No lock includes this file: keyed_event.hpp makes the calls. It does not include <windows.h> either. So a reader
/// sees all types, and the same text compiles where there is no Windows. The layouts are those of Windows with
/// pointers of 64 bits and of 32 bits. The constants are in nt_status.hpp, because their names are macros in the
/// headers of Windows.
///
/// Sources: phnt `ntexapi.h` for types, prototypes and masks, Wine's tests and ReactOS for statuses. We have run
/// all of them again under Wine 8. Microsoft does not document these calls.
#pragma once

#include <cstdint>
#include <type_traits>

#include <kev/lab02/nt_time.hpp>
#include <kev/nt_call.hpp>

namespace kev::nt {

static_assert(sizeof(void*) == 8 || sizeof(void*) == 4, "Windows has no other pointers");

/// 32 bits. On Windows `long` has 32 bits, so it is a long there: <winternl.h> declares NtClose with it, and with an
/// int this would be another function.
using NTSTATUS = std::conditional_t<sizeof(long) == 4, long, std::int32_t>;
using ULONG = std::uint32_t;
using USHORT = std::uint16_t;
using BOOLEAN = std::uint8_t;
using ACCESS_MASK = ULONG;
using PVOID = void*;
using HANDLE = void*;
using PHANDLE = HANDLE*;

/// A counted UTF-16 string; the lengths are in bytes, and no terminating zero is needed.
struct UNICODE_STRING {
    USHORT Length;
    USHORT MaximumLength;
    char16_t* Buffer;
};
using PUNICODE_STRING = UNICODE_STRING*;

/// How an object is named and how its handle behaves. Length is the size of this structure.
struct OBJECT_ATTRIBUTES {
    ULONG Length;
    HANDLE RootDirectory;
    PUNICODE_STRING ObjectName;
    ULONG Attributes;
    PVOID SecurityDescriptor;
    PVOID SecurityQualityOfService;
};
using POBJECT_ATTRIBUTES = OBJECT_ATTRIBUTES*;

static_assert(sizeof(UNICODE_STRING) == (sizeof(void*) == 8 ? 16 : 8));
static_assert(sizeof(OBJECT_ATTRIBUTES) == (sizeof(void*) == 8 ? 48 : 24));

/// The right to wait.
inline constexpr ACCESS_MASK KEYEDEVENT_WAIT = 0x0001;
/// The right to release.
inline constexpr ACCESS_MASK KEYEDEVENT_WAKE = 0x0002;
/// Both rights, with the standard rights (delete, read and change security, owner).
inline constexpr ACCESS_MASK KEYEDEVENT_ALL_ACCESS = 0x000F0003;

extern "C" {

/// Creates a keyed event.
///
/// @param KeyedEventHandle  receives the handle. The caller closes it with NtClose.
/// @param DesiredAccess     KEYEDEVENT_WAIT, KEYEDEVENT_WAKE or KEYEDEVENT_ALL_ACCESS. A generic right (nt_access.hpp)
///                          stands for others: GENERIC_READ for KEYEDEVENT_WAIT, GENERIC_WRITE for KEYEDEVENT_WAKE,
///                          GENERIC_EXECUTE for neither, GENERIC_ALL for KEYEDEVENT_ALL_ACCESS. (Wine's server; seen
///                          under Wine 8.)
/// @param ObjectAttributes  a name for other processes, or null for an object without a name.
/// @param Flags             reserved: 0. (Sources disagree on the effect of other values.)
/// @return STATUS_SUCCESS; STATUS_OBJECT_NAME_COLLISION; STATUS_NO_MEMORY and similar.
/// Does not block.
NTSTATUS KEV_NTAPI NtCreateKeyedEvent(PHANDLE KeyedEventHandle, ACCESS_MASK DesiredAccess,
                                      POBJECT_ATTRIBUTES ObjectAttributes, ULONG Flags);

/// Opens a keyed event by name. Every system has `\KernelObjects\CritSecOutOfMemoryEvent`. Microsoft made
/// it so that a critical section never fails for want of memory (lab 01).
///
/// @return STATUS_SUCCESS; STATUS_OBJECT_NAME_NOT_FOUND; STATUS_ACCESS_DENIED;
///         STATUS_OBJECT_TYPE_MISMATCH if the name belongs to another kind of object.
/// Does not block.
NTSTATUS KEV_NTAPI NtOpenKeyedEvent(PHANDLE KeyedEventHandle, ACCESS_MASK DesiredAccess,
                                    POBJECT_ATTRIBUTES ObjectAttributes);

/// Waits until a thread of this process releases the same key of the same object. If a releaser is
/// blocked on that key already, the two meet at once. If several releasers are, no order among them is
/// promised.
///
/// @param KeyedEventHandle  opened with KEYEDEVENT_WAIT. Null: the process's default, on Windows
///                          Vista and later (XP answers STATUS_INVALID_HANDLE).
/// @param Key               any value with bit 0 clear, null included; usually the lock's address.
///                          The kernel never dereferences it. Align keys to 4: one report says that
///                          newer systems use bit 1, too. Wine's tests refute it, and 4 costs nothing.
/// @param Alertable         whether an APC or an alert may end the wait.
/// @param Timeout           null: no limit. Units of 100 ns (some prototypes call it mstimeout, wrongly). Negative: relative
///                          to now. Positive: since 1601 (UTC). Zero or a past moment: the call looks once and returns.
/// @return STATUS_SUCCESS (met a releaser); STATUS_TIMEOUT; if Alertable, STATUS_USER_APC and
///         STATUS_ALERTED; STATUS_INVALID_PARAMETER_1 for an odd key (checked before the handle);
///         STATUS_INVALID_HANDLE; STATUS_OBJECT_TYPE_MISMATCH; STATUS_ACCESS_DENIED;
///         STATUS_ACCESS_VIOLATION for a Timeout that points nowhere (NT only; the emulation does not check).
/// Blocks. Windows, ReactOS and Wine serve the waiters of one key first in, first out. An APC does not
/// change that order unless it ends the wait, because the queue is the keyed event's own list and not the
/// list of a dispatcher object (lab 07).
NTSTATUS KEV_NTAPI NtWaitForKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN Alertable,
                                       PLARGE_INTEGER Timeout);

/// Releases one thread that waits for the same key of the same object in this process, and **blocks
/// until there is one**. Parameters and statuses as for NtWaitForKeyedEvent, with KEYEDEVENT_WAKE.
/// If several releasers block on one key, Windows is said to serve the last releaser first, because it puts
/// a blocked releaser at the head of its list. Wine, ReactOS and the emulation serve the first releaser
/// first. No lock may rely on either order.
NTSTATUS KEV_NTAPI NtReleaseKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN Alertable,
                                       PLARGE_INTEGER Timeout);

/// Closes a handle. @return STATUS_SUCCESS or STATUS_INVALID_HANDLE. Does not block.
NTSTATUS KEV_NTAPI NtClose(HANDLE Handle);

} // extern "C"

} // namespace kev::nt
