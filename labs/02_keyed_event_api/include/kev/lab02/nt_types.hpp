/// @file
/// The few NT types that the keyed-event calls need, with Windows' names and layouts.
///
/// This file declares them and does not include <windows.h>. So a reader sees all of them, no macro of that
/// header reaches a lab, and the same text compiles where there is no Windows. The layouts are those of Windows with
/// pointers of 64 bits and of 32 bits.
///
/// The constants are in nt_status.hpp, because their names are macros in the headers of Windows. So a program
/// that has included those headers may still include a lock, which needs only the types.
///
/// Source: the public headers of the phnt project; values seen again under Wine 8.
#pragma once

#include <cstdint>
#include <type_traits>

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

/// A 64-bit integer that the NT headers wrap in a union with its halves. As a time-out: units of
/// 100 ns; negative is relative to now, positive is absolute since 1601-01-01 00:00 UTC.
struct LARGE_INTEGER {
    alignas(8) std::int64_t QuadPart; // 32-bit Linux would align it to 4, Windows never does
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

static_assert(sizeof(LARGE_INTEGER) == 8 && alignof(LARGE_INTEGER) == 8);
static_assert(sizeof(UNICODE_STRING) == (sizeof(void*) == 8 ? 16 : 8));
static_assert(sizeof(OBJECT_ATTRIBUTES) == (sizeof(void*) == 8 ? 48 : 24));

} // namespace kev::nt
