/// @file
/// What the sanitizers do not know, and what they need for themselves: so that no test of a lab has to ask which
/// of them it is compiled for.
#pragma once

#include <shared_mutex>

namespace kev::testing {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool under_thread_sanitizer = true;
#else
inline constexpr bool under_thread_sanitizer = false;
#endif

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool under_address_sanitizer = true;
#else
inline constexpr bool under_address_sanitizer = false;
#endif

/// Whether a copy of a process that had several threads may start threads and allocate. ThreadSanitizer allows no
/// new thread there. AddressSanitizer's allocator may be locked by a thread that the copy does not have.
inline constexpr bool copies_are_whole = !under_thread_sanitizer && !under_address_sanitizer;

/// How many times fewer turns a long storm has: a sanitizer makes each as much slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int storm_divisor = 10;
#else
inline constexpr int storm_divisor = 1;
#endif

/// Whether a process may be forbidden to take more memory. These sanitizers take some at any time.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool memory_may_be_forbidden = false;
#else
inline constexpr bool memory_may_be_forbidden = true;
#endif

/// Whether ThreadSanitizer, where it runs, knows how the lock waits with a time limit. That of GCC 12 does not
/// know glibc's calls with a clock, which std::shared_timed_mutex makes.
template <typename Lock>
inline constexpr bool limits_are_understood = true;
template <>
inline constexpr bool limits_are_understood<std::shared_timed_mutex> = !under_thread_sanitizer;

} // namespace kev::testing
