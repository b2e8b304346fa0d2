// How a thread sleeps on Linux: futex(2), with the clock of the deadline.
#include <kev/lab02/emulation/sleeping_word.hpp>
#include <kev/native/futex_call.hpp>

#include <cerrno>

namespace kev::lab02::emulation {

bool os_sleep(std::atomic<std::uint32_t>& word, std::uint32_t expected, deadline limit) noexcept {
    static_assert(sizeof word == sizeof(std::uint32_t));
    __kernel_timespec const moment =
        native::futex_moment(std::chrono::nanoseconds(limit.nanoseconds));
    bool const calendar = limit.when == deadline::kind::calendar;
    bool const limited = limit.when != deadline::kind::never;
    // WAIT_BITSET takes an absolute moment, so an interrupted and repeated wait does not become longer.
    int const operation = FUTEX_WAIT_BITSET | (calendar ? FUTEX_CLOCK_REALTIME : 0);
    long const result = native::futex(&word, operation, expected, limited ? &moment : nullptr);
    if (result == 0 || errno == EAGAIN || errno == EINTR) return true;
    if (errno == ETIMEDOUT) return false;
    // Without futexes (a sandbox may forbid them) every sleep would be a silent spin.
    native::end_without_futex(errno);
}

void os_wake(std::atomic<std::uint32_t>& word) noexcept {
    native::futex_wake(&word, 1);
}

// The kernel's queues belong to a process: the child's are empty.
void forget_os_sleepers() noexcept {}

} // namespace kev::lab02::emulation
