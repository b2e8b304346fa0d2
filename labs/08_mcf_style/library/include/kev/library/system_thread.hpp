/// @file
/// The calling thread's number in the lists of the system's tools. Only the sources of the native world use it.
#pragma once

#include <cstdint>

namespace kev::library {

/// The number that debuggers and lists of threads show: gettid() on Linux, GetCurrentThreadId() on Windows, elsewhere
/// this_thread(). Does not block.
std::uintmax_t system_thread() noexcept;

} // namespace kev::library
