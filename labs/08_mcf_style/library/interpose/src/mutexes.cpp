// pthread_mutex_*, of the kinds that a process has for itself.
#include "ended_sleep.hpp"
#include "libc.hpp"
#include "mutex_object.hpp"
#include "report.hpp"

#include <cerrno>

using namespace kev::interpose;

namespace {

bool wants_libc(pthread_mutexattr_t const* attributes) noexcept {
    int shared = 0;
    int protocol = 0;
    int robust = 0;
    pthread_mutexattr_getpshared(attributes, &shared);
    pthread_mutexattr_getprotocol(attributes, &protocol);
    pthread_mutexattr_getrobust(attributes, &robust);
    return shared != PTHREAD_PROCESS_PRIVATE || protocol != PTHREAD_PRIO_NONE ||
           robust != PTHREAD_MUTEX_STALLED;
}

int kind_of(pthread_mutexattr_t const* attributes) noexcept {
    int kind = PTHREAD_MUTEX_DEFAULT;
    if (attributes != nullptr) pthread_mutexattr_gettype(attributes, &kind);
    return kind;
}

// libc's mutex, which is timed as ours are so that the reports can be compared.
int lock_libcs(pthread_mutex_t* mutex) noexcept {
    if (!is_reporting()) return KEV_LIBC(pthread_mutex_lock)(mutex);
    if (!chosen_lock().is_libc()) add_one(counted::passed_on);
    add_one(counted::acquisitions);
    int const error = KEV_LIBC(pthread_mutex_trylock)(mutex);
    if (error != EBUSY) return error;
    add_one(counted::contended);
    std::int64_t const begin = nanoseconds_now();
    int const result = KEV_LIBC(pthread_mutex_lock)(mutex);
    note_wait(nanoseconds_now() - begin);
    return result;
}

int pass_on(int result) noexcept {
    if (!chosen_lock().is_libc()) count(counted::passed_on);
    return result;
}

} // namespace

extern "C" {

int pthread_mutex_init(pthread_mutex_t* mutex, pthread_mutexattr_t const* attributes) noexcept {
    if (chosen_lock().is_libc() || (attributes != nullptr && wants_libc(attributes)))
        return pass_on(KEV_LIBC(pthread_mutex_init)(mutex, attributes));
    mutex_object::of(mutex).begin(kind_of(attributes));
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
    mutex_object& object = mutex_object::of(mutex);
    return object.is_libcs() ? KEV_LIBC(pthread_mutex_destroy)(mutex) : object.end();
}

int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
    mutex_object& object = mutex_object::of(mutex);
    return object.is_libcs() ? lock_libcs(mutex) : object.lock();
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
    mutex_object& object = mutex_object::of(mutex);
    if (object.is_libcs()) return pass_on(KEV_LIBC(pthread_mutex_trylock)(mutex));
    return object.try_lock();
}

int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                            timespec const* moment) noexcept {
    mutex_object& object = mutex_object::of(mutex);
    if (object.is_libcs()) return pass_on(KEV_LIBC(pthread_mutex_clocklock)(mutex, clock, moment));
    return is_clock(clock) ? object.lock_until(clock, *moment) : EINVAL;
}

int pthread_mutex_timedlock(pthread_mutex_t* mutex, timespec const* moment) noexcept {
    return pthread_mutex_clocklock(mutex, CLOCK_REALTIME, moment);
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
    mutex_object& object = mutex_object::of(mutex);
    return object.is_libcs() ? KEV_LIBC(pthread_mutex_unlock)(mutex) : object.unlock();
}

} // extern "C"
