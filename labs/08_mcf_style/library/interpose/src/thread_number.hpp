// A number for each thread of the process. Unlike the kernel's, it is the same in the child of a fork().
#pragma once

#include <cstdint>

namespace kev::interpose {

/// The calling thread's number, from 1 on. Allocates nothing, and may be called in a signal handler.
std::uint32_t thread_number() noexcept;

} // namespace kev::interpose
