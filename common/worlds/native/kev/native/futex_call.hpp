/// @file
/// Linux: the call futex(2), for words of one process.
#pragma once

#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

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

/// A moment as the call takes it. One before the clock's epoch is the epoch. The largest count of coarse units, which has no
/// value in nanoseconds, is a moment as well.
template <typename Period>
__kernel_timespec futex_moment(std::chrono::duration<std::int64_t, Period> since_epoch) noexcept {
    auto const positive = since_epoch > since_epoch.zero() ? since_epoch : since_epoch.zero();
    auto const seconds = std::chrono::floor<std::chrono::seconds>(positive);
    __kernel_timespec moment{};
    moment.tv_sec = seconds.count();
    moment.tv_nsec = std::chrono::nanoseconds(positive - seconds).count();
    return moment;
}

/// Ends the program with a message: the kernel, or a sandbox, refuses a call without which threads spin or sleep forever in
/// silence.
[[noreturn]] inline void end_without_futex(int error) noexcept {
    std::fprintf(stderr, "kev: futex fails with error %d\n", error);
    std::abort();
}

/// Wakes at most `most` threads that wait at `word`. Leaves errno as it was: a signal handler may call it. Ends the program
/// if the call is refused.
inline void futex_wake(void const* word, int most) noexcept {
    int const kept = errno;
    long const result = futex(word, FUTEX_WAKE, static_cast<std::uint32_t>(most), nullptr);
    int const error = std::exchange(errno, kept);
    // EINVAL, EFAULT: something else lies there by now, or nothing. So none of our threads waits there.
    if (result < 0 && error != EINVAL && error != EFAULT) end_without_futex(error);
}

/// Moves all that wait at `word` to the waiters at `to`, if the 32 bits at `word` equal `seen`; otherwise it does nothing.
/// Wakes them if the kernel refuses to move any. Nothing need lie at `to`. Leaves errno as it was.
inline void futex_requeue(void const* word, std::uint32_t seen, void const* to) noexcept {
    constexpr long wake_none = 0;
    constexpr long move_all = INT_MAX; // in the place of the limit
    int const kept = errno;
    long const result = syscall(futex_number, word, FUTEX_CMP_REQUEUE | FUTEX_PRIVATE_FLAG,
                                wake_none, move_all, to, seen);
    int const error = std::exchange(errno, kept);
    // EAGAIN: the 32 bits have changed.
    if (result < 0 && error != EAGAIN) futex_wake(word, INT_MAX);
}

} // namespace kev::inline native
