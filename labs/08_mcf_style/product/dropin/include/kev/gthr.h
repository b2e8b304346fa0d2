/**
 * @file
 * GCC's gthread interface over the locks of lab 08.
 *
 * GCC's support libraries (the C++ library, the exception unwinder, the start of static objects) reach threads
 * and locks through some forty functions whose names begin with __gthread_. A header named gthr-default.h
 * maps them to the system's. This is such a header; it is C, because some of its users are.
 *
 * Source: the comment at the head of libgcc/gthr.h, which is the definition of the interface.
 */
#ifndef KEV_GTHR_H
#define KEV_GTHR_H

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <time.h>

#include <kev/kev.h>
#include <kev/thread.h>

#define __GTHREADS 1
#define __GTHREADS_CXX0X 1
#define __GTHREAD_HAS_COND 1

#ifdef __cplusplus
extern "C" {
#endif

typedef kev_thread __gthread_t;
typedef kev_key __gthread_key_t;
typedef kev_once_flag __gthread_once_t;
typedef kev_mutex __gthread_mutex_t;
typedef kev_recursive_mutex __gthread_recursive_mutex_t;
typedef kev_cond __gthread_cond_t;
typedef struct timespec __gthread_time_t;

#define __GTHREAD_ONCE_INIT KEV_ONCE_INIT
#define __GTHREAD_MUTEX_INIT KEV_MUTEX_INIT
#define __GTHREAD_RECURSIVE_MUTEX_INIT KEV_RECURSIVE_MUTEX_INIT
#define __GTHREAD_COND_INIT KEV_COND_INIT
#define __GTHREAD_TIME_INIT                                                                        \
    { 0, 0 }

/* Threads may always be there. */
static inline int __gthread_active_p(void) {
    return 1;
}

/* A moment of the calendar; one that 64 bits of nanoseconds cannot hold is 292 years away. */
static inline int64_t __kev_unix_nanoseconds(__gthread_time_t const* moment) {
    int64_t const seconds = (int64_t)moment->tv_sec;
    if (seconds >= INT64_MAX / 1000000000) return INT64_MAX;
    if (seconds < 0) return 0;
    return seconds * 1000000000 + moment->tv_nsec;
}

static inline int __kev_busy_unless(bool taken) {
    return taken ? 0 : EBUSY;
}
static inline int __kev_timeout_unless(bool in_time) {
    return in_time ? 0 : ETIMEDOUT;
}

static inline int __gthread_create(__gthread_t* thread, void* (*function)(void*), void* argument) {
    return kev_thread_create(thread, function, argument);
}
static inline int __gthread_join(__gthread_t thread, void** result) {
    return kev_thread_join(thread, result);
}
static inline int __gthread_detach(__gthread_t thread) {
    return kev_thread_detach(thread);
}
static inline int __gthread_equal(__gthread_t one, __gthread_t other) {
    return one == other;
}
static inline __gthread_t __gthread_self(void) {
    return kev_thread_self();
}
static inline int __gthread_yield(void) {
    kev_thread_yield();
    return 0;
}

static inline int __gthread_once(__gthread_once_t* once, void (*function)(void)) {
    kev_once_call(once, function);
    return 0;
}

static inline int __gthread_key_create(__gthread_key_t* key, void (*destructor)(void*)) {
    return kev_key_create(key, destructor);
}
static inline int __gthread_key_delete(__gthread_key_t key) {
    return kev_key_delete(key);
}
static inline void* __gthread_getspecific(__gthread_key_t key) {
    return kev_key_get(key);
}
static inline int __gthread_setspecific(__gthread_key_t key, void const* value) {
    return kev_key_set(key, value);
}

static inline void __gthread_mutex_init_function(__gthread_mutex_t* mutex) {
    __gthread_mutex_t const initial = __GTHREAD_MUTEX_INIT;
    *mutex = initial;
}
static inline int __gthread_mutex_destroy(__gthread_mutex_t* mutex) {
    (void)mutex;
    return 0;
}
static inline int __gthread_mutex_lock(__gthread_mutex_t* mutex) {
    kev_mutex_lock(mutex);
    return 0;
}
static inline int __gthread_mutex_trylock(__gthread_mutex_t* mutex) {
    return __kev_busy_unless(kev_mutex_try_lock(mutex));
}
static inline int __gthread_mutex_timedlock(__gthread_mutex_t* mutex,
                                            __gthread_time_t const* moment) {
    return __kev_timeout_unless(kev_mutex_try_lock_until(mutex, __kev_unix_nanoseconds(moment)));
}
static inline int __gthread_mutex_unlock(__gthread_mutex_t* mutex) {
    kev_mutex_unlock(mutex);
    return 0;
}

static inline int __gthread_recursive_mutex_init_function(__gthread_recursive_mutex_t* mutex) {
    __gthread_recursive_mutex_t const initial = __GTHREAD_RECURSIVE_MUTEX_INIT;
    *mutex = initial;
    return 0;
}
static inline int __gthread_recursive_mutex_destroy(__gthread_recursive_mutex_t* mutex) {
    (void)mutex;
    return 0;
}
static inline int __gthread_recursive_mutex_lock(__gthread_recursive_mutex_t* mutex) {
    kev_recursive_mutex_lock(mutex);
    return 0;
}
static inline int __gthread_recursive_mutex_trylock(__gthread_recursive_mutex_t* mutex) {
    return __kev_busy_unless(kev_recursive_mutex_try_lock(mutex));
}
static inline int __gthread_recursive_mutex_timedlock(__gthread_recursive_mutex_t* mutex,
                                                      __gthread_time_t const* moment) {
    return __kev_timeout_unless(
        kev_recursive_mutex_try_lock_until(mutex, __kev_unix_nanoseconds(moment)));
}
static inline int __gthread_recursive_mutex_unlock(__gthread_recursive_mutex_t* mutex) {
    kev_recursive_mutex_unlock(mutex);
    return 0;
}

static inline void __gthread_cond_init_function(__gthread_cond_t* cond) {
    __gthread_cond_t const initial = __GTHREAD_COND_INIT;
    *cond = initial;
}
static inline int __gthread_cond_destroy(__gthread_cond_t* cond) {
    (void)cond;
    return 0;
}
static inline int __gthread_cond_broadcast(__gthread_cond_t* cond) {
    kev_cond_notify_all(cond);
    return 0;
}
static inline int __gthread_cond_signal(__gthread_cond_t* cond) {
    kev_cond_notify_one(cond);
    return 0;
}
static inline int __gthread_cond_wait(__gthread_cond_t* cond, __gthread_mutex_t* mutex) {
    kev_cond_wait(cond, mutex);
    return 0;
}
static inline int __gthread_cond_wait_recursive(__gthread_cond_t* cond,
                                                __gthread_recursive_mutex_t* mutex) {
    kev_cond_wait_recursive(cond, mutex);
    return 0;
}
static inline int __gthread_cond_timedwait(__gthread_cond_t* cond, __gthread_mutex_t* mutex,
                                           __gthread_time_t const* moment) {
    return __kev_timeout_unless(kev_cond_wait_until(cond, mutex, __kev_unix_nanoseconds(moment)));
}
static inline int __gthread_cond_timedwait_recursive(__gthread_cond_t* cond,
                                                     __gthread_recursive_mutex_t* mutex,
                                                     __gthread_time_t const* moment) {
    return __kev_timeout_unless(
        kev_cond_wait_recursive_until(cond, mutex, __kev_unix_nanoseconds(moment)));
}

#ifdef __cplusplus
}
#endif

#endif
