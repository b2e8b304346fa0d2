// The other half of the C interface: what threads wait for that is no lock.
#include "as_cpp.hpp"

#include <condition_variable>

using kev::lab08::in_c::as_cpp;
using kev::lab08::in_c::interval;
using kev::lab08::in_c::moment;

namespace {

// A recursive mutex as a condition variable has to use it: given up entirely, taken as deep again.
class entire_mutex {
public:
    explicit entire_mutex(kev_recursive_mutex* mutex) noexcept : mutex_(as_cpp(mutex)) {}
    void unlock() noexcept { depth_ = mutex_.unlock_entirely(); }
    void lock() noexcept { mutex_.lock_again(depth_); }

private:
    kev::lab08::in_c::counterpart<kev_recursive_mutex>::type& mutex_;
    std::size_t depth_ = 0;
};

bool notified(std::cv_status ended) noexcept {
    return ended == std::cv_status::no_timeout;
}

kev_once_outcome in_c_words(kev::lab08::once_outcome outcome) noexcept {
    switch (outcome) {
    case kev::lab08::once_outcome::done:
        return kev_once_is_done;
    case kev::lab08::once_outcome::yours:
        return kev_once_is_yours;
    case kev::lab08::once_outcome::busy:
        break;
    }
    return kev_once_is_busy;
}

} // namespace

extern "C" {

void kev_cond_wait(kev_cond* cond, kev_mutex* mutex) {
    as_cpp(cond).wait(as_cpp(mutex));
}
bool kev_cond_wait_for(kev_cond* cond, kev_mutex* mutex, int64_t nanoseconds) {
    return notified(as_cpp(cond).wait_for(as_cpp(mutex), interval(nanoseconds)));
}
bool kev_cond_wait_until(kev_cond* cond, kev_mutex* mutex, int64_t unix_nanoseconds) {
    return notified(as_cpp(cond).wait_until(as_cpp(mutex), moment(unix_nanoseconds)));
}
void kev_cond_wait_recursive(kev_cond* cond, kev_recursive_mutex* mutex) {
    entire_mutex entire(mutex);
    as_cpp(cond).wait(entire);
}
bool kev_cond_wait_recursive_for(kev_cond* cond, kev_recursive_mutex* mutex, int64_t nanoseconds) {
    entire_mutex entire(mutex);
    return notified(as_cpp(cond).wait_for(entire, interval(nanoseconds)));
}
bool kev_cond_wait_recursive_until(kev_cond* cond, kev_recursive_mutex* mutex,
                                   int64_t unix_nanoseconds) {
    entire_mutex entire(mutex);
    return notified(as_cpp(cond).wait_until(entire, moment(unix_nanoseconds)));
}
void kev_cond_notify_one(kev_cond* cond) {
    as_cpp(cond).notify_one();
}
void kev_cond_notify_some(kev_cond* cond, uintptr_t count) {
    as_cpp(cond).notify_some(count);
}
void kev_cond_notify_all(kev_cond* cond) {
    as_cpp(cond).notify_all();
}

void kev_once_call(kev_once_flag* flag, void (*function)(void)) {
    kev::lab08::call_once(as_cpp(flag), function);
}
bool kev_once_begin(kev_once_flag* flag) {
    return as_cpp(flag).begin();
}
kev_once_outcome kev_once_try_begin(kev_once_flag* flag) {
    return in_c_words(as_cpp(flag).try_begin());
}
kev_once_outcome kev_once_begin_for(kev_once_flag* flag, int64_t nanoseconds) {
    return in_c_words(as_cpp(flag).begin_for(interval(nanoseconds)));
}
kev_once_outcome kev_once_begin_until(kev_once_flag* flag, int64_t unix_nanoseconds) {
    return in_c_words(as_cpp(flag).begin_until(moment(unix_nanoseconds)));
}
void kev_once_done(kev_once_flag* flag) {
    as_cpp(flag).finish();
}
void kev_once_abort(kev_once_flag* flag) {
    as_cpp(flag).abort();
}

void kev_semaphore_acquire(kev_semaphore* semaphore) {
    as_cpp(semaphore).acquire();
}
bool kev_semaphore_try_acquire(kev_semaphore* semaphore) {
    return as_cpp(semaphore).try_acquire();
}
bool kev_semaphore_try_acquire_for(kev_semaphore* semaphore, int64_t nanoseconds) {
    return as_cpp(semaphore).try_acquire_for(interval(nanoseconds));
}
bool kev_semaphore_try_acquire_until(kev_semaphore* semaphore, int64_t unix_nanoseconds) {
    return as_cpp(semaphore).try_acquire_until(moment(unix_nanoseconds));
}
void kev_semaphore_release(kev_semaphore* semaphore, intptr_t permits) {
    as_cpp(semaphore).release(permits);
}

void kev_event_set(kev_event* event) {
    as_cpp(event).set();
}
bool kev_event_is_set(kev_event const* event) {
    return as_cpp(const_cast<kev_event*>(event)).is_set();
}
void kev_event_wait(kev_event* event) {
    as_cpp(event).wait();
}
bool kev_event_wait_for(kev_event* event, int64_t nanoseconds) {
    return as_cpp(event).wait_for(interval(nanoseconds));
}
bool kev_event_wait_until(kev_event* event, int64_t unix_nanoseconds) {
    return as_cpp(event).wait_until(moment(unix_nanoseconds));
}

void kev_latch_count_down(kev_latch* latch, intptr_t number) {
    as_cpp(latch).count_down(number);
}
bool kev_latch_try_wait(kev_latch const* latch) {
    return as_cpp(const_cast<kev_latch*>(latch)).try_wait();
}
void kev_latch_wait(kev_latch* latch) {
    as_cpp(latch).wait();
}
void kev_latch_arrive_and_wait(kev_latch* latch, intptr_t number) {
    as_cpp(latch).arrive_and_wait(number);
}

} // extern "C"
