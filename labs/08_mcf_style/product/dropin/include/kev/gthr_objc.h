/**
 * @file
 * The part of GCC's gthread interface that the Objective-C library alone uses. gthr.h includes it; the library has
 * declared its types before: objc_thread_t, and mutexes and conditions with a pointer `backend` for the system's lock.
 * A lock of this lab is as large as a pointer and starts as zero. So the backend is the lock, and nothing is allocated.
 *
 * Source: the comment at the head of libgcc/gthr.h.
 */
#ifndef __KEV_GTHR_OBJC_H
#define __KEV_GTHR_OBJC_H

static __gthread_key_t __kev_objc_data_key;

typedef char __kev_objc_backend_holds_a_lock[sizeof(void*) >= sizeof(__kev_word) ? 1 : -1];

static __inline__ __gthread_mutex_t* __kev_objc_mutex(objc_mutex_t __mutex) {
    return (__gthread_mutex_t*)(void*)&__mutex->backend;
}
static __inline__ __gthread_cond_t* __kev_objc_condition(objc_condition_t __condition) {
    return (__gthread_cond_t*)(void*)&__condition->backend;
}

static __inline__ int __gthread_objc_init_thread_system(void) {
    return __kev_key_create(&__kev_objc_data_key, 0) == 0 ? 0 : -1;
}
static __inline__ int __gthread_objc_close_thread_system(void) {
    return __kev_key_delete(__kev_objc_data_key) == 0 ? 0 : -1;
}

/* @return the new thread, which is nobody's to join, or null. */
static __inline__ objc_thread_t __gthread_objc_thread_detach(void (*__function)(void*),
                                                             void* __argument) {
    __gthread_t __which;
    /* A function without a result may be called as one with a result that nobody looks at: the callers of all systems
       that GCC knows do so. */
    if (__kev_thread_create(&__which, (void* (*)(void*))(void (*)(void))__function, __argument) !=
        0)
        return 0;
    __kev_thread_detach(__which);
    return (objc_thread_t)__which;
}
/* Threads have no priorities of their own here. */
static __inline__ int __gthread_objc_thread_set_priority(int __priority) {
    (void)__priority;
    return -1;
}
static __inline__ int __gthread_objc_thread_get_priority(void) {
    return OBJC_THREAD_INTERACTIVE_PRIORITY;
}
static __inline__ void __gthread_objc_thread_yield(void) {
    __kev_thread_yield();
}
static __inline__ int __gthread_objc_thread_exit(void) {
    __kev_thread_exit();
}
static __inline__ objc_thread_t __gthread_objc_thread_id(void) {
    return (objc_thread_t)__kev_thread_self();
}
static __inline__ int __gthread_objc_thread_set_data(void* __value) {
    return __kev_key_set(__kev_objc_data_key, __value) == 0 ? 0 : -1;
}
static __inline__ void* __gthread_objc_thread_get_data(void) {
    return __kev_key_get(__kev_objc_data_key);
}

static __inline__ int __gthread_objc_mutex_allocate(objc_mutex_t __mutex) {
    __mutex->backend = 0;
    return 0;
}
static __inline__ int __gthread_objc_mutex_deallocate(objc_mutex_t __mutex) {
    __mutex->backend = 0;
    return 0;
}
static __inline__ int __gthread_objc_mutex_lock(objc_mutex_t __mutex) {
    __kev_mutex_lock(__kev_objc_mutex(__mutex));
    return 0;
}
static __inline__ int __gthread_objc_mutex_trylock(objc_mutex_t __mutex) {
    return __kev_mutex_trylock(__kev_objc_mutex(__mutex)) == 0 ? 0 : -1;
}
static __inline__ int __gthread_objc_mutex_unlock(objc_mutex_t __mutex) {
    __kev_mutex_unlock(__kev_objc_mutex(__mutex));
    return 0;
}

static __inline__ int __gthread_objc_condition_allocate(objc_condition_t __condition) {
    __condition->backend = 0;
    return 0;
}
static __inline__ int __gthread_objc_condition_deallocate(objc_condition_t __condition) {
    __condition->backend = 0;
    return 0;
}
static __inline__ int __gthread_objc_condition_wait(objc_condition_t __condition,
                                                    objc_mutex_t __mutex) {
    __kev_cond_wait(__kev_objc_condition(__condition), __kev_objc_mutex(__mutex));
    return 0;
}
static __inline__ int __gthread_objc_condition_broadcast(objc_condition_t __condition) {
    __kev_cond_broadcast(__kev_objc_condition(__condition));
    return 0;
}
static __inline__ int __gthread_objc_condition_signal(objc_condition_t __condition) {
    __kev_cond_signal(__kev_objc_condition(__condition));
    return 0;
}

#endif
