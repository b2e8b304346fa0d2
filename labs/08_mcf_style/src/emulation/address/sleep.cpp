// Linux: futex(2) on half of the word itself.
#include <kev/lab08/reported_sleep.hpp>
#include <kev/lab08/sleep.hpp>
#include <kev/native/futex_call.hpp>

#include <cerrno>
#include <utility>

namespace kev::lab08 {

namespace {

void const* address(void const* word, half which) noexcept {
    return static_cast<char const*>(word) + (which == half::high ? 4 : 0);
}

std::uint32_t part(state_t state, half which) noexcept {
    return static_cast<std::uint32_t>(which == half::high ? state >> 32 : state);
}

} // namespace

bool sleep_while(atomic_state const& word, half compared, state_t seen, lab05::sleep_end const& end,
                 void const* named) noexcept {
    using clock = lab05::sleep_end::clock;
    reported_sleep const reported(named);
    __kernel_timespec const moment = native::futex_moment(end.moment);
    // WAIT_BITSET takes a moment, so a sleep that is interrupted and repeated does not grow.
    int const operation =
        FUTEX_WAIT_BITSET | (end.on == clock::calendar ? FUTEX_CLOCK_REALTIME : 0);
    int const kept = errno;
    long const result = native::futex(address(&word, compared), operation, part(seen, compared),
                                      end.on == clock::none ? nullptr : &moment);
    int const error = std::exchange(errno, kept);
    count_call(&tally::waits);
    if (result == 0 || error == EAGAIN || error == EINTR) return true;
    if (error == ETIMEDOUT) return false;
    // Without futexes (a sandbox may forbid them) every sleep would be a silent spin.
    native::end_without_futex(error);
}

void wake(void const* word, half compared, int most) noexcept {
    native::futex_wake(address(word, compared), most);
    count_call(&tally::releases);
}

void requeue(atomic_state const& word, state_t seen, void const* to) noexcept {
    native::futex_requeue(&word, part(seen, half::low), to);
    count_call(&tally::releases);
}

} // namespace kev::lab08
