// Lab 08's sleep by address, in place of the lab's own source of that name: this one can be cancelled, and interrupted.
#include <kev/lab08/address_sleep.hpp>
#include <kev/native/futex_call.hpp>

#include "ended_sleep.hpp"
#include "report.hpp"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <pthread.h>

namespace kev::lab08::address_sleep {

namespace {

struct futex_wait {
    void const* word;
    std::uint32_t seen;
    int operation;
    __kernel_timespec const* moment;
};

// @return 0 or the number of an error
int wait(futex_wait const& call) noexcept {
    long const result = native::futex(call.word, call.operation, call.seen, call.moment);
    return result == 0 ? 0 : errno;
}

// The same as a cancellation point. A cancellation unwinds the stack as far as this function, and goes on later:
// pthread_cond_wait() has to leave its place and to take its mutex first. These are the calls of which pthread.h makes
// pthread_cleanup_push() for C. No function above this one on the stack is left by a cancellation, so none has to expect it.
int wait_cancellably(futex_wait const& call) noexcept {
    __pthread_unwind_buf_t frame;
    if (__sigsetjmp_cancel(frame.__cancel_jmp_buf, 0) != 0) {
        __pthread_unregister_cancel(&frame);
        interpose::this_sleep().cancelled = true;
        return EINTR;
    }
    __pthread_register_cancel(&frame);
    int type = 0;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
    int const error = wait(call);
    pthread_setcanceltype(type, nullptr);
    __pthread_unregister_cancel(&frame);
    return error;
}

} // namespace

bool sleep(void const* word, half which, std::uint32_t seen, lab05::sleep_end const& end) noexcept {
    using clock = lab05::sleep_end::clock;
    __kernel_timespec const moment = native::futex_moment(end.moment);
    futex_wait const call{address(word, which), seen,
                          FUTEX_WAIT_BITSET |
                              (end.on == clock::calendar ? FUTEX_CLOCK_REALTIME : 0),
                          end.on == clock::none ? nullptr : &moment};
    interpose::sleep_rules& rules = interpose::this_sleep();
    int const kept = errno;
    int const error = rules.cancellable && !rules.cancelled ? wait_cancellably(call) : wait(call);
    errno = kept;
    interpose::count_sleep();
    if (error == EINTR && rules.interruptible) rules.interrupted = true;
    if (rules.ended()) return false; // as if the time were up
    if (error == 0 || error == EAGAIN || error == EINTR) return true;
    if (error == ETIMEDOUT) return false;
    // Without futexes (a sandbox may forbid them) every sleep would be a silent spin.
    std::fprintf(stderr, "kev: futex fails with error %d\n", error);
    std::abort();
}

void wake_one(void const* half_word) noexcept {
    native::futex_wake(half_word, 1);
}

void wake_some(void const* half_word, int number) noexcept {
    native::futex_wake(half_word, number);
}

void wake_all(void const* half_word) noexcept {
    native::futex_wake(half_word, INT_MAX);
}

void requeue(void const* word, half which, std::uint32_t seen, void const* to) noexcept {
    native::futex_requeue(address(word, which), seen, to);
}

} // namespace kev::lab08::address_sleep
