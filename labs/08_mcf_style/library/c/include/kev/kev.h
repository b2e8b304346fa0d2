/**
 * @file
 * The locks of lab 08 for C: structures of a fixed size, static initializers, plain functions.
 *
 * Every object may be initialized by its macro, or by setting all its bytes to zero; nothing has to be
 * destroyed. No function fails, allocates memory or returns an error number. No pointer may be null: nothing looks. Do not
 * copy or move an object that is in use: its address is its name in the kernel. The same object may be used from C and, by
 * its C++ type in kev::lab08, from C++: it has the same name, but kev_cond is condition_variable and kev_semaphore is
 * counting_semaphore<>.
 *
 * Functions that wake others (unlock, notify, done, abort, release, set) never block, also if a thread that sleeps here is
 * stopped or suspended. Functions with a time limit never say no before the limit is over, and need no other thread to
 * return then.
 *
 * Signal handlers: a handler may call kev_semaphore_release, kev_semaphore_try_acquire, kev_event_set, kev_event_is_set,
 * kev_latch_count_down, kev_latch_try_wait, kev_mutex_try_lock, and kev_mutex_unlock for a mutex that the handler has taken;
 * also if the interrupted thread is using the same object. A handler may call nothing else from this file, above all nothing
 * that sleeps.
 *
 * Where the system has no sleep by address (Windows 7, macOS), or if the library was built with KEV_SLEEP_BY=keyed, a table
 * of sleepers takes its place. There functions that wake others block until the threads that they wake are in the kernel,
 * a thread that is stopped in the table may keep others waiting, and a handler may call nothing that wakes.
 *
 * fork(): the child may use new objects, also where an old object was. It must not use an object that another thread of
 * the parent owned, or may have waited for. A handler of a signal must not call fork().
 *
 * The end of a process, on Windows: in a DllMain for DLL_PROCESS_DETACH all other threads are gone. A function that would
 * wait there without a limit ends the process, with the exit code 0xC000004B.
 *
 * The memory of an object may be used for something else: that of a mutex of any kind by its next owner, if nobody
 * else wants it any more; that of a kev_cond once each of its waiters has been notified, or has left because its time
 * was up, also by a waiter that was just woken, and while waiters are still on their way out; that of any other when no
 * thread is in a call on it but the one that wakes.
 *
 * The waiters of a kev_cond sleep in a table. On Windows a process has one table, which all modules find. Elsewhere each
 * module (a program or a shared library) in which these locks are linked has its own, and modules that share a kev_cond
 * must share the table.
 *
 * Intervals are in nanoseconds on a steady clock; zero or less does not block, but for kev_cond's: they take
 * the mutex again, however long that takes. Moments are in
 * nanoseconds since 1970-01-01 00:00 UTC, on the system's calendar clock.
 */
#ifndef KEV_KEV_H
#define KEV_KEV_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
#define KEV_ALIGNED_8 alignas(8)
extern "C" {
#else
#define KEV_ALIGNED_8 _Alignas(8) /* 32-bit Linux would align 64 bits to 4 */
#endif

/** A mutex: not recursive, not fair. */
typedef struct kev_mutex {
    KEV_ALIGNED_8 uint64_t word;
} kev_mutex;
#define KEV_MUTEX_INIT                                                                             \
    { 0 }

/** Blocks until the mutex is free, and takes it. */
void kev_mutex_lock(kev_mutex* mutex);
/** Takes it if it is free. Does not block. */
bool kev_mutex_try_lock(kev_mutex* mutex);
/** As lock, for at most `nanoseconds`. @return whether it was taken. */
bool kev_mutex_try_lock_for(kev_mutex* mutex, int64_t nanoseconds);
/** As lock, until a moment. @return whether it was taken. */
bool kev_mutex_try_lock_until(kev_mutex* mutex, int64_t unix_nanoseconds);
/** Gives it up. Only the owner may call it. */
void kev_mutex_unlock(kev_mutex* mutex);

/** A mutex that its owner may take again; it is free after as many unlocks. */
typedef struct kev_recursive_mutex {
    KEV_ALIGNED_8 uint64_t word;
    uintptr_t owner;
    uintptr_t depth;
} kev_recursive_mutex;
#define KEV_RECURSIVE_MUTEX_INIT                                                                   \
    { 0, 0, 0 }

/** Takes it, or takes it once more. Blocks while another thread owns it. */
void kev_recursive_mutex_lock(kev_recursive_mutex* mutex);
/** As lock, if it need not wait. Does not block. */
bool kev_recursive_mutex_try_lock(kev_recursive_mutex* mutex);
/** As lock, for at most `nanoseconds`. @return whether it was taken. */
bool kev_recursive_mutex_try_lock_for(kev_recursive_mutex* mutex, int64_t nanoseconds);
/** As lock, until a moment. @return whether it was taken. */
bool kev_recursive_mutex_try_lock_until(kev_recursive_mutex* mutex, int64_t unix_nanoseconds);
/** Takes one lock back. Only the owner may call it. */
void kev_recursive_mutex_unlock(kev_recursive_mutex* mutex);

/** A reader/writer lock. A waiting writer keeps new readers out, so a reader must not read again. */
typedef struct kev_shared_mutex {
    KEV_ALIGNED_8 uint64_t word;
} kev_shared_mutex;
#define KEV_SHARED_MUTEX_INIT                                                                      \
    { 0 }

/** Takes it for a writer. Blocks while anybody else is inside. */
void kev_shared_mutex_lock(kev_shared_mutex* mutex);
/** Takes it for a writer if nobody is inside. Does not block. */
bool kev_shared_mutex_try_lock(kev_shared_mutex* mutex);
/** As lock, for at most `nanoseconds`. @return whether it was taken. */
bool kev_shared_mutex_try_lock_for(kev_shared_mutex* mutex, int64_t nanoseconds);
/** As lock, until a moment. @return whether it was taken. */
bool kev_shared_mutex_try_lock_until(kev_shared_mutex* mutex, int64_t unix_nanoseconds);
/** The writer leaves. Only it may call this. */
void kev_shared_mutex_unlock(kev_shared_mutex* mutex);
/** Takes it for a reader. Blocks while a writer is inside or waits. */
void kev_shared_mutex_lock_shared(kev_shared_mutex* mutex);
/** As lock_shared, if it need not wait. Does not block. */
bool kev_shared_mutex_try_lock_shared(kev_shared_mutex* mutex);
/** As lock_shared, for at most `nanoseconds`. @return whether it was taken. */
bool kev_shared_mutex_try_lock_shared_for(kev_shared_mutex* mutex, int64_t nanoseconds);
/** As lock_shared, until a moment. @return whether it was taken. */
bool kev_shared_mutex_try_lock_shared_until(kev_shared_mutex* mutex, int64_t unix_nanoseconds);
/** A reader leaves. */
void kev_shared_mutex_unlock_shared(kev_shared_mutex* mutex);

/**
 * A condition variable. Wait for a condition, in a loop: a wait may end for no reason. A notification goes to the oldest
 * waiter, and never to a waiter that begins after it. Its memory may be reused once each waiter has been notified; with
 * time limits, once the calls that notify have returned, too.
 */
typedef struct kev_cond {
    KEV_ALIGNED_8 uint64_t word;
} kev_cond;
#define KEV_COND_INIT                                                                              \
    { 0 }

/** Gives the mutex up, waits to be notified, takes the mutex again. Blocks. */
void kev_cond_wait(kev_cond* cond, kev_mutex* mutex);
/** As wait, for at most `nanoseconds`. @return false if nobody notified this thread in time. */
bool kev_cond_wait_for(kev_cond* cond, kev_mutex* mutex, int64_t nanoseconds);
/** As wait, until a moment. @return false if nobody notified this thread in time. */
bool kev_cond_wait_until(kev_cond* cond, kev_mutex* mutex, int64_t unix_nanoseconds);
/** The same with a recursive mutex, which is given up entirely and taken as deep again. */
void kev_cond_wait_recursive(kev_cond* cond, kev_recursive_mutex* mutex);
/** As wait_recursive, for at most `nanoseconds`. @return false if nobody notified this thread in time. */
bool kev_cond_wait_recursive_for(kev_cond* cond, kev_recursive_mutex* mutex, int64_t nanoseconds);
/** As wait_recursive, until a moment. @return false if nobody notified this thread in time. */
bool kev_cond_wait_recursive_until(kev_cond* cond, kev_recursive_mutex* mutex,
                                   int64_t unix_nanoseconds);
/** Wakes the oldest waiter, if any thread waits. */
void kev_cond_notify_one(kev_cond* cond);
/** Wakes so many of the oldest waiters, or all if fewer wait. */
void kev_cond_notify_some(kev_cond* cond, uintptr_t count);
/** Wakes all threads that wait now. */
void kev_cond_notify_all(kev_cond* cond);

/** Lets one thread do something that all others need to have been done. */
typedef struct kev_once_flag {
    KEV_ALIGNED_8 uint64_t word;
} kev_once_flag;
#define KEV_ONCE_INIT                                                                              \
    { 0 }

/** The result of an attempt to begin. */
typedef enum kev_once_outcome {
    kev_once_is_done,  /**< it was done before; its results are visible */
    kev_once_is_yours, /**< the caller must do it now, and then call done or abort */
    kev_once_is_busy   /**< another thread is at it, and the time to wait is up */
} kev_once_outcome;

/** Calls `function` unless it has been called; blocks while another thread is at it. */
void kev_once_call(kev_once_flag* flag, void (*function)(void));
/** @return whether the caller must do it now, and then call done or abort. Blocks as call does. */
bool kev_once_begin(kev_once_flag* flag);
/** As begin, but does not block. */
kev_once_outcome kev_once_try_begin(kev_once_flag* flag);
/** As begin, for at most `nanoseconds`. */
kev_once_outcome kev_once_begin_for(kev_once_flag* flag, int64_t nanoseconds);
/** As begin, until a moment. */
kev_once_outcome kev_once_begin_until(kev_once_flag* flag, int64_t unix_nanoseconds);
/** It is done: all may go on. */
void kev_once_done(kev_once_flag* flag);
/** It has failed: the next one tries. */
void kev_once_abort(kev_once_flag* flag);

/**
 * A counting semaphore. A permit that is given back while threads sleep is kept for them. Any of them may take it, also a
 * thread that begins to sleep just now: no wait has a bound.
 */
typedef struct kev_semaphore {
    KEV_ALIGNED_8 uint64_t word;
} kev_semaphore;
#define KEV_SEMAPHORE_INIT(permits)                                                                \
    { (uint64_t)(permits) << 32 }

/** Takes a permit. Blocks until there is one. */
void kev_semaphore_acquire(kev_semaphore* semaphore);
/** Takes a permit if there is one. Does not block. */
bool kev_semaphore_try_acquire(kev_semaphore* semaphore);
/** As acquire, for at most `nanoseconds`. @return whether it has a permit. */
bool kev_semaphore_try_acquire_for(kev_semaphore* semaphore, int64_t nanoseconds);
/** As acquire, until a moment. @return whether it has a permit. */
bool kev_semaphore_try_acquire_until(kev_semaphore* semaphore, int64_t unix_nanoseconds);
/** Adds so many permits, 0 or more, and wakes as many sleepers. There may be 2^31 - 1 permits at most. */
void kev_semaphore_release(kev_semaphore* semaphore, intptr_t permits);

/** A one-shot event: once it is set, everybody comes through. */
typedef struct kev_event {
    KEV_ALIGNED_8 uint64_t word;
} kev_event;
#define KEV_EVENT_INIT                                                                             \
    { 0 }

/** Sets it and wakes all. Once more does nothing. */
void kev_event_set(kev_event* event);
/** Whether it is set. Does not block. */
bool kev_event_is_set(kev_event const* event);
/** Blocks until it is set. */
void kev_event_wait(kev_event* event);
/** As wait, for at most `nanoseconds`. @return whether it is set. */
bool kev_event_wait_for(kev_event* event, int64_t nanoseconds);
/** As wait, until a moment. @return whether it is set. */
bool kev_event_wait_until(kev_event* event, int64_t unix_nanoseconds);

/** A latch: threads wait until its count is zero. It begins with KEV_LATCH_INIT(count). */
typedef struct kev_latch {
    intptr_t left;
    KEV_ALIGNED_8 uint64_t event;
} kev_latch;
#define KEV_LATCH_INIT(count)                                                                      \
    { (count), (count) == 0 }

/** Takes `number` from the count, at most what is left. Wakes all waiters if nothing is left. */
void kev_latch_count_down(kev_latch* latch, intptr_t number);
/** Whether the count is zero. Does not block. */
bool kev_latch_try_wait(kev_latch const* latch);
/** Blocks until the count is zero. */
void kev_latch_wait(kev_latch* latch);
/** Takes `number` from the count, and waits. */
void kev_latch_arrive_and_wait(kev_latch* latch, intptr_t number);

/** The events of which a hook is told: the calling thread is about to sleep, or runs again. */
typedef enum kev_contention { kev_sleep_begins = 0, kev_sleep_ended = 1 } kev_contention;

/**
 * A function of the program that is told when a thread sleeps in any of these objects, for a trace or for statistics. The
 * thread that sleeps calls it, with the object's address and with the time on a steady clock. The object may be gone: only
 * its address may be used. kev/lab08/contention.hpp says more.
 */
typedef void (*kev_contention_hook)(void const* object, kev_contention kind, int64_t nanoseconds);

/** Sets the hook of the module; null: none. A sleep that has begun may end in the new hook. @return the hook before. */
kev_contention_hook kev_set_contention_hook(kev_contention_hook hook);

#ifdef __cplusplus
}
#endif

#endif
