/// @file
/// A number for the calling thread.
#pragma once

#include <cstdint>

namespace kev::library {

/// The number is not 0, and no other living thread has it. A later thread may be given the number again. All that the
/// earlier thread did comes before all that the later thread does. (C++ promises that for a thread that was joined. For
/// other threads the system provides it: it reuses a number only after the thread has ended.)
/// On Windows it is the system's thread id, which is the same in all modules of a process. The address of a
/// thread_local object would differ between a program and a DLL that were both built with these headers.
/// Does not block.
std::uintptr_t this_thread() noexcept;

} // namespace kev::library
