/// @file
/// The generic rights of NT. Each kind of object translates them into rights of its own. For a keyed event
/// NtCreateKeyedEvent and NtOpenKeyedEvent do that; nt_keyed_event.hpp has the translation.
///
/// The headers of Windows have the same names as macros, so no header of a lock includes this file, and a source file that
/// needs both includes this one first.
///
/// Source: winnt.h, as mingw-w64 has it.
#pragma once

#include <kev/lab02/nt_keyed_event.hpp>

namespace kev::nt {

inline constexpr ACCESS_MASK GENERIC_READ = 0x8000'0000;
inline constexpr ACCESS_MASK GENERIC_WRITE = 0x4000'0000;
inline constexpr ACCESS_MASK GENERIC_EXECUTE = 0x2000'0000;
inline constexpr ACCESS_MASK GENERIC_ALL = 0x1000'0000;
/// The right to read the rights of the object. The first three generic rights bring it with them.
inline constexpr ACCESS_MASK READ_CONTROL = 0x0002'0000;

} // namespace kev::nt
