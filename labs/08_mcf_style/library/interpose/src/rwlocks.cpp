// pthread_rwlock_*, of locks that a process has for itself.
#include "ended_sleep.hpp"
#include "libc.hpp"
#include "report.hpp"
#include "rwlock_object.hpp"

#include <cerrno>

using namespace kev::interpose;

extern "C" {

int pthread_rwlock_init(pthread_rwlock_t* lock, pthread_rwlockattr_t const* attributes) noexcept {
    int shared = PTHREAD_PROCESS_PRIVATE;
    int kind = PTHREAD_RWLOCK_DEFAULT_NP;
    if (attributes != nullptr) {
        pthread_rwlockattr_getpshared(attributes, &shared);
        pthread_rwlockattr_getkind_np(attributes, &kind);
    }
    if (chosen_lock().is_libc() || shared != PTHREAD_PROCESS_PRIVATE) {
        if (!chosen_lock().is_libc()) count(counted::passed_on);
        return KEV_LIBC(pthread_rwlock_init)(lock, attributes);
    }
    rwlock_object::of(lock).begin(kind);
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
    return rwlock_object::of(lock).is_libcs() ? KEV_LIBC(pthread_rwlock_destroy)(lock) : 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
    rwlock_object& object = rwlock_object::of(lock);
    return object.is_libcs() ? KEV_LIBC(pthread_rwlock_unlock)(lock) : object.unlock();
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
    rwlock_object& object = rwlock_object::of(lock);
    return object.is_libcs() ? KEV_LIBC(pthread_rwlock_rdlock)(lock) : object.lock_shared();
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
    rwlock_object& object = rwlock_object::of(lock);
    return object.is_libcs() ? KEV_LIBC(pthread_rwlock_tryrdlock)(lock) : object.try_lock_shared();
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                               timespec const* moment) noexcept {
    rwlock_object& object = rwlock_object::of(lock);
    if (object.is_libcs()) return KEV_LIBC(pthread_rwlock_clockrdlock)(lock, clock, moment);
    return is_clock(clock) ? object.lock_shared_until(clock, *moment) : EINVAL;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, timespec const* moment) noexcept {
    return pthread_rwlock_clockrdlock(lock, CLOCK_REALTIME, moment);
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
    rwlock_object& object = rwlock_object::of(lock);
    return object.is_libcs() ? KEV_LIBC(pthread_rwlock_wrlock)(lock) : object.lock();
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
    rwlock_object& object = rwlock_object::of(lock);
    return object.is_libcs() ? KEV_LIBC(pthread_rwlock_trywrlock)(lock) : object.try_lock();
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                               timespec const* moment) noexcept {
    rwlock_object& object = rwlock_object::of(lock);
    if (object.is_libcs()) return KEV_LIBC(pthread_rwlock_clockwrlock)(lock, clock, moment);
    return is_clock(clock) ? object.lock_until(clock, *moment) : EINVAL;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, timespec const* moment) noexcept {
    return pthread_rwlock_clockwrlock(lock, CLOCK_REALTIME, moment);
}

} // extern "C"
