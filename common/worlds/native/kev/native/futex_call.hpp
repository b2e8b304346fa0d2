/// @file
/// Linux: the call futex(2), for words of one process.
#pragma once

#include <cstdint>

#include <linux/futex.h>
#include <linux/time_types.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace kev::inline native {

/// Calls futex(2) with `operation` on the 32 bits at `word`. `limit` is for operations that wait: a moment, or null. Private:
/// the word is this process's own, so the kernel need not look for its page, and may wake at an address where nothing lies
/// any more. @return what the system returns; -1 and errno for an error.
inline long futex(void const* word, int operation, std::uint32_t value,
                  __kernel_timespec const* limit) noexcept {
// Where the system's time has 32 bits, the older call knows no moment after 2038.
#if defined(SYS_futex_time64)
    constexpr long number = SYS_futex_time64;
#else
    constexpr long number = SYS_futex;
    static_assert(sizeof(long) == 8);
#endif
    return syscall(number, word, operation | FUTEX_PRIVATE_FLAG, value, limit, nullptr,
                   FUTEX_BITSET_MATCH_ANY);
}

} // namespace kev::inline native
