/// @file
/// The constants of NT that the keyed-event calls and their tests need: status codes and a flag.
///
/// The headers of Windows have the same names as macros, and a program may include <windows.h> before a lock.
/// So no header of a lock includes this file. A source file that needs both defines WIN32_NO_STATUS first.
///
/// Source: the public headers of the phnt project; values seen again under Wine 8.
#pragma once

#include <kev/lab02/nt_keyed_event.hpp>

namespace kev::nt {

/// Names are compared without regard to case.
inline constexpr ULONG OBJ_CASE_INSENSITIVE = 0x40;

// Status codes. The two top bits tell the kind: 00 success, 01 information, 10 warning, 11 error.
// STATUS_TIMEOUT and STATUS_ALERTED are successes by that rule, so compare; never test the sign alone.

inline constexpr NTSTATUS STATUS_SUCCESS = 0;
/// An asynchronous procedure call ran during an alertable wait.
inline constexpr NTSTATUS STATUS_USER_APC = 0xC0;
/// The thread was alerted.
inline constexpr NTSTATUS STATUS_ALERTED = 0x101;
/// The time-out passed first.
inline constexpr NTSTATUS STATUS_TIMEOUT = 0x102;
/// A pointer argument points nowhere.
inline constexpr NTSTATUS STATUS_ACCESS_VIOLATION = static_cast<NTSTATUS>(0xC0000005);
/// The handle is not open.
inline constexpr NTSTATUS STATUS_INVALID_HANDLE = static_cast<NTSTATUS>(0xC0000008);
inline constexpr NTSTATUS STATUS_INVALID_PARAMETER = static_cast<NTSTATUS>(0xC000000D);
inline constexpr NTSTATUS STATUS_NO_MEMORY = static_cast<NTSTATUS>(0xC0000017);
/// The handle was not opened for this kind of use.
inline constexpr NTSTATUS STATUS_ACCESS_DENIED = static_cast<NTSTATUS>(0xC0000022);
/// The handle is of another kind of object.
inline constexpr NTSTATUS STATUS_OBJECT_TYPE_MISMATCH = static_cast<NTSTATUS>(0xC0000024);
inline constexpr NTSTATUS STATUS_OBJECT_NAME_NOT_FOUND = static_cast<NTSTATUS>(0xC0000034);
inline constexpr NTSTATUS STATUS_OBJECT_NAME_COLLISION = static_cast<NTSTATUS>(0xC0000035);
/// The exit code of a process that ended itself in a wait for a thread that the end of the process had killed.
inline constexpr NTSTATUS STATUS_THREAD_IS_TERMINATING = static_cast<NTSTATUS>(0xC000004B);
/// The key has bit 0 set. The name says "parameter 1" although the key is the second.
inline constexpr NTSTATUS STATUS_INVALID_PARAMETER_1 = static_cast<NTSTATUS>(0xC00000EF);
/// This ntdll does not have the call at all (our own use of the code, see src/nt/by_name).
inline constexpr NTSTATUS STATUS_PROCEDURE_NOT_FOUND = static_cast<NTSTATUS>(0xC000007A);

} // namespace kev::nt
