// Linux: futex(2) on half of the word itself.
#include <kev/lab08/address_sleep.hpp>
#include <kev/native/futex_call.hpp>

#include <cerrno>
#include <climits>
#include <utility>

namespace kev::lab08::address_sleep {

namespace {

void wake(void const* half_word, int most) noexcept {
    native::futex_wake(half_word, most);
    count_call(&tally::releases);
}

} // namespace

bool sleep(void const* word, half which, std::uint32_t seen, lab05::sleep_end const& end) noexcept {
    using clock = lab05::sleep_end::clock;
    __kernel_timespec const moment = native::futex_moment(end.moment);
    // WAIT_BITSET takes a moment, so a sleep that is interrupted and repeated does not grow.
    int const operation =
        FUTEX_WAIT_BITSET | (end.on == clock::calendar ? FUTEX_CLOCK_REALTIME : 0);
    int const kept = errno;
    long const result = native::futex(address(word, which), operation, seen,
                                      end.on == clock::none ? nullptr : &moment);
    int const error = std::exchange(errno, kept);
    count_call(&tally::waits);
    if (result == 0 || error == EAGAIN || error == EINTR) return true;
    if (error == ETIMEDOUT) return false;
    // Without futexes (a sandbox may forbid them) every sleep would be a silent spin.
    native::end_without_futex(error);
}

void wake_one(void const* half_word) noexcept {
    wake(half_word, 1);
}

void wake_some(void const* half_word, int number) noexcept {
    wake(half_word, number);
}

void wake_all(void const* half_word) noexcept {
    wake(half_word, INT_MAX);
}

void requeue(void const* word, half which, std::uint32_t seen, void const* to) noexcept {
    native::futex_requeue(address(word, which), seen, to);
    count_call(&tally::releases);
}

} // namespace kev::lab08::address_sleep
