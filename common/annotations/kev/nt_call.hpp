/// @file
/// How the functions of Windows are called.
#pragma once

/// Between the result and the name of a function of Windows: its calling convention. Processors with 64-bit pointers have
/// one convention only. On 32-bit x86 the called function takes the arguments off the stack, and the linker's name of the
/// function says how many bytes.
#if defined(_WIN32) && (defined(__i386__) || defined(_M_IX86))
#define KEV_NTAPI __stdcall
#else
#define KEV_NTAPI
#endif
