/* The part of the interface that the Objective-C library uses, with types like that library's. */
#include "gthread_cases.h"

#define _LIBOBJC 1
typedef void* objc_thread_t;
typedef struct objc_lock {
    void* backend;
} * objc_mutex_t, *objc_condition_t;
enum { OBJC_THREAD_INTERACTIVE_PRIORITY = 0 };

#include <kev/gthr.h>

#include <stddef.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) return __LINE__;                                                         \
    } while (0)

static struct objc_lock mutex, changed;
static int arrived; /* 1: in time; 2: with a wrong value. Under the mutex, as the next. */
static int came_back;

static void arrive(void* data) {
    int const started_empty = __gthread_objc_thread_get_data() == NULL;
    __gthread_objc_thread_set_data(data);
    __gthread_objc_mutex_lock(&mutex);
    arrived = started_empty && __gthread_objc_thread_get_data() == data ? 1 : 2;
    __gthread_objc_condition_broadcast(&changed);
    __gthread_objc_mutex_unlock(&mutex);
    __gthread_objc_thread_exit();
    came_back = 1;
}

int objc_threads_wait_and_exit(void) {
    CHECK(__gthread_objc_init_thread_system() == 0);
    CHECK(__gthread_objc_mutex_allocate(&mutex) == 0);
    CHECK(__gthread_objc_condition_allocate(&changed) == 0);
    CHECK(__gthread_objc_mutex_lock(&mutex) == 0);
    CHECK(__gthread_objc_mutex_trylock(&mutex) != 0);
    CHECK(__gthread_objc_thread_detach(arrive, &mutex) != NULL);
    while (arrived == 0) CHECK(__gthread_objc_condition_wait(&changed, &mutex) == 0);
    CHECK(__gthread_objc_mutex_unlock(&mutex) == 0);
    CHECK(arrived == 1 && came_back == 0);
    CHECK(__gthread_objc_thread_id() != NULL);
    CHECK(__gthread_objc_thread_set_priority(__gthread_objc_thread_get_priority()) == -1);
    __gthread_objc_thread_yield();
    CHECK(__gthread_objc_condition_signal(&changed) == 0);
    CHECK(__gthread_objc_condition_deallocate(&changed) == 0);
    CHECK(__gthread_objc_mutex_deallocate(&mutex) == 0);
    CHECK(__gthread_objc_close_thread_system() == 0);
    return 0;
}
