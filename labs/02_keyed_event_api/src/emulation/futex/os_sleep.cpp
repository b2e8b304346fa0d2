// How a thread sleeps on Linux: futex(2), with the clock of the deadline.
#include <kev/lab02/emulation/sleeping_word.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <linux/futex.h>
#include <linux/time_types.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace kev::lab02::emulation {

namespace {

// Where the system's time has 32 bits, the older call knows no moment after 2038.
#if defined(SYS_futex_time64)
constexpr long number = SYS_futex_time64;
#else
constexpr long number = SYS_futex;
static_assert(sizeof(long) == 8);
#endif

long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value,
           __kernel_timespec const* limit) noexcept {
    static_assert(sizeof word == sizeof(std::uint32_t));
    // Private: only this process uses the word, so the kernel need not look for its page.
    return syscall(number, &word, operation | FUTEX_PRIVATE_FLAG, value, limit, nullptr,
                   FUTEX_BITSET_MATCH_ANY);
}

} // namespace

bool os_sleep(std::atomic<std::uint32_t>& word, std::uint32_t expected, deadline limit) noexcept {
    __kernel_timespec moment{};
    moment.tv_sec = limit.nanoseconds / 1'000'000'000;
    moment.tv_nsec = limit.nanoseconds % 1'000'000'000;
    bool const calendar = limit.when == deadline::kind::calendar;
    bool const limited = limit.when != deadline::kind::never;
    // WAIT_BITSET takes an absolute moment, so an interrupted and repeated wait does not become longer.
    int const operation = FUTEX_WAIT_BITSET | (calendar ? FUTEX_CLOCK_REALTIME : 0);
    long const result = futex(word, operation, expected, limited ? &moment : nullptr);
    if (result == 0 || errno == EAGAIN || errno == EINTR) return true;
    if (errno == ETIMEDOUT) return false;
    // Without futexes (a sandbox may forbid them) every sleep would be a silent spin.
    std::perror("futex");
    std::abort();
}

void os_wake(std::atomic<std::uint32_t>& word) noexcept {
    futex(word, FUTEX_WAKE, 1, nullptr);
}

// The kernel's queues belong to a process: the child's are empty.
void forget_os_sleepers() noexcept {}

} // namespace kev::lab02::emulation
