/// @file
/// Linux: the call futex(2), for words of one process.
#pragma once

#include <climits>
#include <cstdint>

#include <linux/futex.h>
#include <linux/time_types.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace kev::inline native {

// Where the system's time has 32 bits, the older call knows no moment after 2038.
#if defined(SYS_futex_time64)
inline constexpr long futex_number = SYS_futex_time64;
#else
inline constexpr long futex_number = SYS_futex;
static_assert(sizeof(long) == 8);
#endif

/// Calls futex(2) with `operation` on the 32 bits at `word`. `limit` is for operations that wait: a moment, or null. Private:
/// the word is this process's own, so the kernel need not look for its page, and may wake at an address where nothing lies
/// any more. @return what the system returns; -1 and errno for an error.
inline long futex(void const* word, int operation, std::uint32_t value,
                  __kernel_timespec const* limit) noexcept {
    return syscall(futex_number, word, operation | FUTEX_PRIVATE_FLAG, value, limit, nullptr,
                   FUTEX_BITSET_MATCH_ANY);
}

/// Moves all that wait at `word` to the waiters at `to`, if the 32 bits at `word` equal `seen`. Nothing need lie at `to`.
/// @return what the system returns; -1 and errno for an error: EAGAIN if the word has another value.
inline long futex_requeue(void const* word, std::uint32_t seen, void const* to) noexcept {
    constexpr long wake_none = 0;
    constexpr long move_all = INT_MAX; // in the place of the limit
    return syscall(futex_number, word, FUTEX_CMP_REQUEUE | FUTEX_PRIVATE_FLAG, wake_none, move_all,
                   to, seen);
}

} // namespace kev::inline native
