/**
 * @file
 * GCC's gthread interface over the locks of lab 08.
 *
 * GCC's support libraries (the C++ library, the exception unwinder, the start of static objects) reach threads
 * and locks through about thirty functions whose names begin with __gthread_. A header named gthr-default.h
 * maps them to the system's. This is such a header. Its users are C90, C99, C++98 and later, and every program that
 * includes a header of the C++ library. So it includes what it must, and defines reserved names only.
 *
 * Source: the comment at the head of libgcc/gthr.h, which is the definition of the interface.
 */
#ifndef __KEV_GTHR_H
#define __KEV_GTHR_H

#ifdef __linux__
#include <pthread.h> /* the C++ library names pthread_self() as the number of a thread on glibc */
#endif
#include <time.h>

#include <kev/gthr_core.h>

#define __GTHREADS 1
#define __GTHREADS_CXX0X 1
#define __GTHREAD_HAS_COND 1

#ifdef __cplusplus
extern "C" {
#endif

typedef __kev_thread __gthread_t;
typedef __kev_key __gthread_key_t;
typedef struct timespec __gthread_time_t;
typedef __kev_once __gthread_once_t;
typedef __kev_mutex __gthread_mutex_t;
typedef __kev_recursive_mutex __gthread_recursive_mutex_t;
typedef __kev_cond __gthread_cond_t;

#define __GTHREAD_ONCE_INIT                                                                        \
    { 0 }
#define __GTHREAD_MUTEX_INIT                                                                       \
    { 0 }
#define __GTHREAD_RECURSIVE_MUTEX_INIT                                                             \
    { 0, 0, 0 }
#define __GTHREAD_COND_INIT                                                                        \
    { 0 }
#define __GTHREAD_TIME_INIT                                                                        \
    { 0, 0 }

/* Threads may always be there. */
static __inline__ int __gthread_active_p(void) {
    return 1;
}

static __inline__ int __gthread_create(__gthread_t* __which, void* (*__function)(void*),
                                       void* __argument) {
    return __kev_thread_create(__which, __function, __argument);
}
static __inline__ int __gthread_join(__gthread_t __which, void** __result) {
    return __kev_thread_join(__which, __result);
}
static __inline__ int __gthread_detach(__gthread_t __which) {
    return __kev_thread_detach(__which);
}
static __inline__ int __gthread_equal(__gthread_t __one, __gthread_t __other) {
    return __one == __other;
}
static __inline__ __gthread_t __gthread_self(void) {
    return __kev_thread_self();
}
static __inline__ int __gthread_yield(void) {
    __kev_thread_yield();
    return 0;
}

struct __kev_attempt {
    __gthread_once_t* __once;
    int __succeeded;
};
static __inline__ void __kev_end_attempt(struct __kev_attempt* __attempt) {
    __kev_once_end(__attempt->__once, __attempt->__succeeded);
}
/* An exception of the function ends the attempt, and the next caller tries again. So does the end of the thread inside it where
   that unwinds the stack, as on Linux. On Windows it does not, and the next caller waits forever.
   That code is the caller's own, so the library knows nothing of exceptions. */
static __inline__ int __gthread_once(__gthread_once_t* __once, void (*__function)(void)) {
    if (__kev_once_begin(__once)) {
        struct __kev_attempt __attempt __attribute__((__cleanup__(__kev_end_attempt))) = {0, 0};
        __attempt.__once = __once;
        __function();
        __attempt.__succeeded = 1;
    }
    return 0;
}

static __inline__ int __gthread_key_create(__gthread_key_t* __key, void (*__destructor)(void*)) {
    return __kev_key_create(__key, __destructor);
}
static __inline__ int __gthread_key_delete(__gthread_key_t __key) {
    return __kev_key_delete(__key);
}
static __inline__ void* __gthread_getspecific(__gthread_key_t __key) {
    return __kev_key_get(__key);
}
static __inline__ int __gthread_setspecific(__gthread_key_t __key, void const* __value) {
    return __kev_key_set(__key, __value);
}

static __inline__ void __gthread_mutex_init_function(__gthread_mutex_t* __mutex) {
    __mutex->__word = 0;
}
static __inline__ int __gthread_mutex_destroy(__gthread_mutex_t* __mutex) {
    (void)__mutex;
    return 0;
}
static __inline__ int __gthread_mutex_lock(__gthread_mutex_t* __mutex) {
    __kev_mutex_lock(__mutex);
    return 0;
}
static __inline__ int __gthread_mutex_trylock(__gthread_mutex_t* __mutex) {
    return __kev_mutex_trylock(__mutex);
}
static __inline__ int __gthread_mutex_timedlock(__gthread_mutex_t* __mutex,
                                                __gthread_time_t const* __moment) {
    return __kev_mutex_timedlock(__mutex, __moment);
}
static __inline__ int __gthread_mutex_unlock(__gthread_mutex_t* __mutex) {
    __kev_mutex_unlock(__mutex);
    return 0;
}

static __inline__ int
__gthread_recursive_mutex_init_function(__gthread_recursive_mutex_t* __mutex) {
    __mutex->__word = 0;
    __mutex->__owner = 0;
    __mutex->__depth = 0;
    return 0;
}
static __inline__ int __gthread_recursive_mutex_destroy(__gthread_recursive_mutex_t* __mutex) {
    (void)__mutex;
    return 0;
}
static __inline__ int __gthread_recursive_mutex_lock(__gthread_recursive_mutex_t* __mutex) {
    __kev_recursive_mutex_lock(__mutex);
    return 0;
}
static __inline__ int __gthread_recursive_mutex_trylock(__gthread_recursive_mutex_t* __mutex) {
    return __kev_recursive_mutex_trylock(__mutex);
}
static __inline__ int __gthread_recursive_mutex_timedlock(__gthread_recursive_mutex_t* __mutex,
                                                          __gthread_time_t const* __moment) {
    return __kev_recursive_mutex_timedlock(__mutex, __moment);
}
static __inline__ int __gthread_recursive_mutex_unlock(__gthread_recursive_mutex_t* __mutex) {
    __kev_recursive_mutex_unlock(__mutex);
    return 0;
}

static __inline__ void __gthread_cond_init_function(__gthread_cond_t* __cond) {
    __cond->__word = 0;
}
static __inline__ int __gthread_cond_destroy(__gthread_cond_t* __cond) {
    (void)__cond;
    return 0;
}
static __inline__ int __gthread_cond_broadcast(__gthread_cond_t* __cond) {
    __kev_cond_broadcast(__cond);
    return 0;
}
static __inline__ int __gthread_cond_signal(__gthread_cond_t* __cond) {
    __kev_cond_signal(__cond);
    return 0;
}
static __inline__ int __gthread_cond_wait(__gthread_cond_t* __cond, __gthread_mutex_t* __mutex) {
    __kev_cond_wait(__cond, __mutex);
    return 0;
}
static __inline__ int __gthread_cond_wait_recursive(__gthread_cond_t* __cond,
                                                    __gthread_recursive_mutex_t* __mutex) {
    __kev_cond_wait_recursive(__cond, __mutex);
    return 0;
}
static __inline__ int __gthread_cond_timedwait(__gthread_cond_t* __cond, __gthread_mutex_t* __mutex,
                                               __gthread_time_t const* __moment) {
    return __kev_cond_timedwait(__cond, __mutex, __moment);
}
static __inline__ int __gthread_cond_timedwait_recursive(__gthread_cond_t* __cond,
                                                         __gthread_recursive_mutex_t* __mutex,
                                                         __gthread_time_t const* __moment) {
    return __kev_cond_timedwait_recursive(__cond, __mutex, __moment);
}

#ifdef _LIBOBJC
#include <kev/gthr_objc.inc>
#endif

#ifdef __cplusplus
}
#endif

#endif
