/// @file
/// A number for the calling thread.
#pragma once

#include <cstdint>

namespace kev::lab08 {

/// Not 0, and no other thread's as long as this one lives. A later thread may be given the number again; all that the
/// first did comes before all that the second does. (C++ says that of a thread that was joined. Of others the system
/// sees to it: it gives away what belonged to a thread when that one has ended.) On Windows the system's number, which is the same
/// in all modules of a process; a thread_local object's address would differ between a program and a DLL
/// that were both built with these headers. Does not block.
std::uintptr_t this_thread() noexcept;

} // namespace kev::lab08
