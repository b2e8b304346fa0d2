/**
 * @file
 * C11's <threads.h> over the locks of lab 08, for systems without that header and for programs that want these locks. A
 * program is compiled with this folder before those of the system. Threads, keys and locks are those of gthr_core.h.
 *
 * A mutex and a condition variable start as zeros, so making one cannot fail, and nothing destroys it.
 *
 * Source: ISO/IEC 9899:2011, 7.26.
 */
#ifndef __KEV_THREADS_H
#define __KEV_THREADS_H

#include <time.h>

#include <kev/gthr_core.h>

#if !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 202311L)
#define thread_local _Thread_local
#endif

#define ONCE_FLAG_INIT                                                                             \
    { 0 }
#define TSS_DTOR_ITERATIONS 4

enum { thrd_success, thrd_nomem, thrd_timedout, thrd_busy, thrd_error };
enum { mtx_plain = 0, mtx_timed = 1, mtx_recursive = 2 };

typedef int (*thrd_start_t)(void*);
typedef void (*tss_dtor_t)(void*);
typedef __kev_thread thrd_t;
typedef __kev_key tss_t;
typedef __kev_once once_flag;
typedef __kev_cond cnd_t;
typedef struct {
    union {
        __kev_recursive_mutex __recursive;
        __kev_mutex __plain;
    } __lock;
    int __type;
} mtx_t;

static __inline__ int __kev_is_recursive(mtx_t const* __mutex) {
    return (__mutex->__type & mtx_recursive) != 0;
}

/* Once. The function must return: if its thread ends in it, the flag stays begun, and the next caller waits forever. */

static __inline__ void call_once(once_flag* __once, void (*__function)(void)) {
    if (!__kev_once_begin(__once)) return;
    __function();
    __kev_once_end(__once, 1);
}

/* Threads. */

struct __kev_start {
    thrd_start_t __function;
    void* __argument;
};
static __inline__ void* __kev_run(void* __given) {
    struct __kev_start const __mine = *(struct __kev_start*)__given;
    __builtin_free(__given);
    return (void*)(__kev_pointer_bits)__mine.__function(__mine.__argument);
}
static __inline__ int thrd_create(thrd_t* __created, thrd_start_t __function, void* __argument) {
    /* The new thread frees it. The functions of <stdlib.h> without that header's names. */
    struct __kev_start* const __start =
        (struct __kev_start*)__builtin_malloc(sizeof(struct __kev_start));
    if (!__start) return thrd_nomem;
    __start->__function = __function;
    __start->__argument = __argument;
    if (__kev_thread_create(__created, __kev_run, __start) == 0) return thrd_success;
    __builtin_free(__start);
    return thrd_error;
}
/* @return thrd_error for the calling thread. */
static __inline__ int thrd_join(thrd_t __which, int* __result) {
    void* __returned;
    if (__kev_thread_join(__which, &__returned) != 0) return thrd_error;
    if (__result) *__result = (int)(__kev_pointer_bits)__returned;
    return thrd_success;
}
static __inline__ int thrd_detach(thrd_t __which) {
    return __kev_thread_detach(__which) == 0 ? thrd_success : thrd_error;
}
static __inline__ thrd_t thrd_current(void) {
    return __kev_thread_self();
}
static __inline__ int thrd_equal(thrd_t __one, thrd_t __other) {
    return __one == __other;
}
static __inline__ void thrd_yield(void) {
    __kev_thread_yield();
}
/* The program ends with its last thread. On Windows the functions of atexit() are not called then. */
__attribute__((__noreturn__)) static __inline__ void thrd_exit(int __result) {
    __kev_thread_exit((void*)(__kev_pointer_bits)__result);
}
/* The interval is measured on a steady clock. @return 0, or -1 if a signal handler has ended the sleep; then `*__left` is
   what was left of it. -2 if the interval is negative or has a billion nanoseconds or more. On Windows no signal ends a
   sleep. */
static __inline__ int thrd_sleep(struct timespec const* __interval, struct timespec* __left) {
    return __kev_thread_sleep(__interval, __left);
}

/* Mutexes. Each may be locked with a time limit. */

/* @return thrd_error if there is no such type. */
static __inline__ int mtx_init(mtx_t* __mutex, int __type) {
    if ((__type & ~(mtx_timed | mtx_recursive)) != 0) return thrd_error;
    __mutex->__lock.__recursive.__word = 0;
    __mutex->__lock.__recursive.__owner = 0;
    __mutex->__lock.__recursive.__depth = 0;
    __mutex->__type = __type;
    return thrd_success;
}
static __inline__ void mtx_destroy(mtx_t* __mutex) {
    (void)__mutex;
}
static __inline__ int mtx_lock(mtx_t* __mutex) {
    if (__kev_is_recursive(__mutex))
        __kev_recursive_mutex_lock(&__mutex->__lock.__recursive);
    else
        __kev_mutex_lock(&__mutex->__lock.__plain);
    return thrd_success;
}
static __inline__ int mtx_trylock(mtx_t* __mutex) {
    int const __error = __kev_is_recursive(__mutex)
                            ? __kev_recursive_mutex_trylock(&__mutex->__lock.__recursive)
                            : __kev_mutex_trylock(&__mutex->__lock.__plain);
    return __error == 0 ? thrd_success : thrd_busy;
}
static __inline__ int mtx_timedlock(mtx_t* __mutex, struct timespec const* __moment) {
    int const __error =
        __kev_is_recursive(__mutex)
            ? __kev_recursive_mutex_timedlock(&__mutex->__lock.__recursive, __moment)
            : __kev_mutex_timedlock(&__mutex->__lock.__plain, __moment);
    return __error == 0 ? thrd_success : thrd_timedout;
}
static __inline__ int mtx_unlock(mtx_t* __mutex) {
    if (__kev_is_recursive(__mutex))
        __kev_recursive_mutex_unlock(&__mutex->__lock.__recursive);
    else
        __kev_mutex_unlock(&__mutex->__lock.__plain);
    return thrd_success;
}

/* Condition variables. A wait gives a recursive mutex up entirely. */

static __inline__ int cnd_init(cnd_t* __cond) {
    __cond->__word = 0;
    return thrd_success;
}
static __inline__ void cnd_destroy(cnd_t* __cond) {
    (void)__cond;
}
static __inline__ int cnd_signal(cnd_t* __cond) {
    __kev_cond_signal(__cond);
    return thrd_success;
}
static __inline__ int cnd_broadcast(cnd_t* __cond) {
    __kev_cond_broadcast(__cond);
    return thrd_success;
}
static __inline__ int cnd_wait(cnd_t* __cond, mtx_t* __mutex) {
    if (__kev_is_recursive(__mutex))
        __kev_cond_wait_recursive(__cond, &__mutex->__lock.__recursive);
    else
        __kev_cond_wait(__cond, &__mutex->__lock.__plain);
    return thrd_success;
}
static __inline__ int cnd_timedwait(cnd_t* __cond, mtx_t* __mutex,
                                    struct timespec const* __moment) {
    int const __error =
        __kev_is_recursive(__mutex)
            ? __kev_cond_timedwait_recursive(__cond, &__mutex->__lock.__recursive, __moment)
            : __kev_cond_timedwait(__cond, &__mutex->__lock.__plain, __moment);
    return __error == 0 ? thrd_success : thrd_timedout;
}

/* Values of a thread. */

static __inline__ int tss_create(tss_t* __created, tss_dtor_t __destructor) {
    return __kev_key_create(__created, __destructor) == 0 ? thrd_success : thrd_error;
}
static __inline__ void tss_delete(tss_t __key) {
    __kev_key_delete(__key);
}
static __inline__ void* tss_get(tss_t __key) {
    return __kev_key_get(__key);
}
static __inline__ int tss_set(tss_t __key, void* __value) {
    return __kev_key_set(__key, __value) == 0 ? thrd_success : thrd_error;
}

#endif
