/**
 * @file
 * What gthr.h stands on: threads, keys and locks as functions and structures of C, with reserved names. A lock starts as
 * zeros, and nothing destroys it.
 */
#ifndef __KEV_GTHR_CORE_H
#define __KEV_GTHR_CORE_H

#ifdef __cplusplus
extern "C" {
#endif

struct timespec;

/* Numbers as wide as a pointer, and of 64 bits. By their modes: C90 and C++98 know no long long. */
typedef unsigned __kev_pointer_bits __attribute__((__mode__(__pointer__)));
typedef unsigned __kev_word __attribute__((__mode__(__DI__), __aligned__(8)));

/* A thread: from its creation until it was joined, or was detached and has ended. */
typedef __kev_pointer_bits __kev_thread;
/* One value of each thread; null until the thread sets it. */
typedef unsigned __kev_key;

typedef struct {
    __kev_word __word;
} __kev_once;
typedef struct {
    __kev_word __word;
} __kev_mutex;
typedef struct {
    __kev_word __word;
    __kev_pointer_bits __owner;
    __kev_pointer_bits __depth;
} __kev_recursive_mutex;
typedef struct {
    __kev_word __word;
} __kev_cond;

/* @return 0, or EAGAIN if there is no thread to be had. */
int __kev_thread_create(__kev_thread*, void* (*)(void*), void*);
/* Each thread is joined once, or detached once. @return 0, or EDEADLK for the calling thread. */
int __kev_thread_join(__kev_thread, void**);
int __kev_thread_detach(__kev_thread);
__kev_thread __kev_thread_self(void);
void __kev_thread_yield(void);
/* Ends the calling thread; its joiner gets the result. */
void __kev_thread_exit(void* __result) __attribute__((__noreturn__));
/* @return 0, or -1 if a signal handler has ended the sleep: then what was left is written, unless that pointer is null.
   -2 if the interval is negative or has a billion nanoseconds or more. */
int __kev_thread_sleep(struct timespec const* __interval, struct timespec* __left);

/*
 * There are 1,024 keys. When a thread ends whose value is not null, the destructor, if there is one, is called with it.
 * It may set values again, which then end, too, but not forever. The thread's C++ objects end before its values.
 * @return 0, or EAGAIN if all keys are taken.
 */
int __kev_key_create(__kev_key*, void (*)(void*));
/* The key ends; no destructor is called for its values. */
int __kev_key_delete(__kev_key);
/* Takes no lock. */
void* __kev_key_get(__kev_key);
/* @return 0, EINVAL for a number that is no key, or ENOMEM. */
int __kev_key_set(__kev_key, void const*);

/* @return whether the caller has to call the function, and then __kev_once_end(). Blocks while another thread is at it. */
int __kev_once_begin(__kev_once*);
void __kev_once_end(__kev_once*, int __succeeded);

void __kev_mutex_lock(__kev_mutex*);
int __kev_mutex_trylock(__kev_mutex*);
int __kev_mutex_timedlock(__kev_mutex*, struct timespec const*);
void __kev_mutex_unlock(__kev_mutex*);
void __kev_recursive_mutex_lock(__kev_recursive_mutex*);
int __kev_recursive_mutex_trylock(__kev_recursive_mutex*);
int __kev_recursive_mutex_timedlock(__kev_recursive_mutex*, struct timespec const*);
void __kev_recursive_mutex_unlock(__kev_recursive_mutex*);
void __kev_cond_signal(__kev_cond*);
void __kev_cond_broadcast(__kev_cond*);
void __kev_cond_wait(__kev_cond*, __kev_mutex*);
int __kev_cond_timedwait(__kev_cond*, __kev_mutex*, struct timespec const*);
void __kev_cond_wait_recursive(__kev_cond*, __kev_recursive_mutex*);
int __kev_cond_timedwait_recursive(__kev_cond*, __kev_recursive_mutex*, struct timespec const*);

#ifdef __cplusplus
}
#endif

#endif
