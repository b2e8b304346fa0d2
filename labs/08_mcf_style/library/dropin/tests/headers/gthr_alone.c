/* The header alone, with all that it defines; with pointers of 32 bits it defines nothing for Objective-C. */
#if __SIZEOF_POINTER__ == 8
#define _LIBOBJC 1
#endif
typedef void* objc_thread_t;
typedef struct objc_mutex {
    void* backend;
}* objc_mutex_t;
typedef struct objc_condition {
    void* backend;
}* objc_condition_t;
enum { OBJC_THREAD_INTERACTIVE_PRIORITY = 0 };

#include <kev/gthr.h>

/* The initial values are for static objects. */
__gthread_once_t once = __GTHREAD_ONCE_INIT;
__gthread_mutex_t mutex = __GTHREAD_MUTEX_INIT;
__gthread_recursive_mutex_t recursive_mutex = __GTHREAD_RECURSIVE_MUTEX_INIT;
__gthread_cond_t cond = __GTHREAD_COND_INIT;
__gthread_time_t moment = __GTHREAD_TIME_INIT;
