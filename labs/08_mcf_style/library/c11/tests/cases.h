/* The cases of the program main.c, and what several of them need. Each case @return 0, or the line of what is wrong. */
#ifndef KEV_C11_CASES_H
#define KEV_C11_CASES_H

#include <threads.h>

#include <stddef.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) return __LINE__;                                                         \
    } while (0)

int threads(void);
int detached(void);
int once(void);
int sleeps(void);
int thread_locals(void);
int plain_mutex(void);
int recursive_mutex(void);
int timed_mutex(void);
int condition(void);
int values(void);
int too_many_values(void);

enum { workers = 8, turns = 2000 };

/* `workers` threads call the function, and each call has to return 0. */
int run_workers(thrd_start_t function, void* argument);
/* One function in a thread of its own: @return what it has returned. */
int in_a_thread(thrd_start_t function, void* argument);
/* For a thread: whether the mutex is owned. */
int is_busy(void* mutex);

struct timespec utc_in_milliseconds(long milliseconds);
int utc_has_come(struct timespec const* moment);

#endif
