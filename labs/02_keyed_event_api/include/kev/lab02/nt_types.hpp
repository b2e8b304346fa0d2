/// @file
/// The few NT types that the keyed-event calls need, spelled and laid out as Windows has them.
///
/// They are declared here, and not taken from <windows.h>, so that a reader sees all of them, so that
/// no macro of that header reaches a lab, and so that the same text compiles where there is no
/// Windows. The layouts are those of the 64-bit ABI; the labs are 64-bit (on 32-bit x86 the calls
/// are also `__stdcall`, which 64-bit compilers ignore). A file that also includes <windows.h> defines
/// WIN32_NO_STATUS first: that header has some of the status codes as macros.
///
/// Source: the public headers of the phnt project; values seen again under Wine 8.
#pragma once

#include <cstdint>

namespace kev::nt {

static_assert(sizeof(void*) == 8, "the labs declare the 64-bit NT interface");

using NTSTATUS = std::int32_t;
using ULONG = std::uint32_t;
using USHORT = std::uint16_t;
using BOOLEAN = std::uint8_t;
using ACCESS_MASK = ULONG;
using PVOID = void*;
using HANDLE = void*;
using PHANDLE = HANDLE*;

/// A 64-bit integer that the NT headers wrap in a union with its halves. As a time-out: units of
/// 100 ns; negative is relative to now, positive is absolute since 1601-01-01 00:00 UTC.
struct LARGE_INTEGER {
    std::int64_t QuadPart;
};
using PLARGE_INTEGER = LARGE_INTEGER*;

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

static_assert(sizeof(UNICODE_STRING) == 16);
static_assert(sizeof(OBJECT_ATTRIBUTES) == 48);

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
/// The key has bit 0 set. The name says "parameter 1" although the key is the second.
inline constexpr NTSTATUS STATUS_INVALID_PARAMETER_1 = static_cast<NTSTATUS>(0xC00000EF);
/// This ntdll does not have the call at all (our own use of the code, see src/nt/by_name).
inline constexpr NTSTATUS STATUS_PROCEDURE_NOT_FOUND = static_cast<NTSTATUS>(0xC000007A);

} // namespace kev::nt
