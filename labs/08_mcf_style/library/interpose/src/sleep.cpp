// Lab 08's sleep by address, in place of the lab's own source of that name: this one can be canceled, and interrupted.
#include <kev/lab08/sleep.hpp>
#include <kev/native/futex_call.hpp>

#include "ended_sleep.hpp"
#include "report.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <pthread.h>

namespace kev::interpose {

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
        this_sleep().canceled = true;
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

bool sleep_at(void const* address, std::uint32_t seen, lab05::sleep_end const& end) noexcept {
    using clock = lab05::sleep_end::clock;
    __kernel_timespec const moment = native::futex_moment(end.moment);
    futex_wait const call{
        address, seen, FUTEX_WAIT_BITSET | (end.on == clock::calendar ? FUTEX_CLOCK_REALTIME : 0),
        end.on == clock::none ? nullptr : &moment};
    sleep_rules& rules = this_sleep();
    int const kept = errno;
    int const error = rules.cancellable && !rules.canceled ? wait_cancellably(call) : wait(call);
    errno = kept;
    count_sleep();
    if (error == EINTR && rules.interruptible) rules.interrupted = true;
    if (rules.ended()) return false; // as if the time were up
    if (error == 0 || error == EAGAIN || error == EINTR) return true;
    if (error == ETIMEDOUT) return false;
    // Without futexes (a sandbox may forbid them) every sleep would be a silent spin.
    std::fprintf(stderr, "kev: futex fails with error %d\n", error);
    std::abort();
}

} // namespace kev::interpose

namespace kev::lab08 {

namespace {

void const* address(void const* word, half which) noexcept {
    return static_cast<char const*>(word) + (which == half::high ? 4 : 0);
}

} // namespace

bool sleep_while(atomic_state const& word, half compared, state_t seen, lab05::sleep_end const& end,
                 void const* /*named*/) noexcept {
    auto const value = static_cast<std::uint32_t>(compared == half::high ? seen >> 32 : seen);
    return interpose::sleep_at(address(&word, compared), value, end);
}

void wake(void const* word, half compared, int most) noexcept {
    native::futex_wake(address(word, compared), most);
}

void requeue(atomic_state const& word, state_t seen, void const* to) noexcept {
    native::futex_requeue(&word, static_cast<std::uint32_t>(seen), to);
}

} // namespace kev::lab08
