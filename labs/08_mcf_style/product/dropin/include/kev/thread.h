/**
 * @file
 * What the gthread interface needs of the system besides locks: threads, and values that each thread has for
 * itself. A thin layer over the system's own; dropin/src says which.
 */
#ifndef KEV_THREAD_H
#define KEV_THREAD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Names a thread until it was joined, or was detached and has ended. */
typedef uintptr_t kev_thread;

/** Starts function(argument) in a new thread. @return 0, or EAGAIN if there is none to be had. */
int kev_thread_create(kev_thread* created, void* (*function)(void*), void* argument);
/** Waits for its end. @return 0; `result` may be null. Each thread is joined once, or detached once. */
int kev_thread_join(kev_thread thread, void** result);
int kev_thread_detach(kev_thread thread);
/** The calling thread. On Windows a fibre counts as a thread, with a name and values of its own. */
kev_thread kev_thread_self(void);
/** Gives the processor to another thread that is ready to run. */
void kev_thread_yield(void);

/** Names one value of each thread; null until the thread sets it. */
typedef unsigned kev_key;

/**
 * A new key. When a thread ends whose value is not null, `destructor`, if there is one, is called with it. It may set
 * values again, which then end, too, but not for ever. Whether the thread's C++ objects (thread_local) are destroyed
 * before that or after it is the system's business.
 * @return 0, or EAGAIN if there are too many.
 */
int kev_key_create(kev_key* created, void (*destructor)(void*));
/** The key ends; no destructor is called for its values. */
int kev_key_delete(kev_key key);
void* kev_key_get(kev_key key);
/** @return 0, or ENOMEM; on Windows also in a thread whose values have ended. */
int kev_key_set(kev_key key, void const* value);

#ifdef __cplusplus
}
#endif

#endif
