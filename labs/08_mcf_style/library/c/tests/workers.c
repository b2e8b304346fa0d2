/* Compiled as C11: static initializers, and every function of the interface at least once. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime() */
#include "workers.h"

#include <kev/kev.h>

#include <string.h>
#include <time.h>

static kev_mutex mutex = KEV_MUTEX_INIT;
static kev_recursive_mutex recursive = KEV_RECURSIVE_MUTEX_INIT;
static kev_shared_mutex shared = KEV_SHARED_MUTEX_INIT;
static kev_cond changed = KEV_COND_INIT;
static kev_once_flag once = KEV_ONCE_INIT;
static kev_semaphore permits = KEV_SEMAPHORE_INIT(2);
static kev_event all_may_start = KEV_EVENT_INIT;
static kev_latch all_have_come = KEV_LATCH_INIT(workers_threads);

static long under_mutex, under_recursive, under_shared, initialized, arrived;

_Static_assert(sizeof(kev_mutex) == 8 && _Alignof(kev_mutex) == 8, "64 bits");
_Static_assert(sizeof(kev_shared_mutex) == 8 && _Alignof(kev_shared_mutex) == 8, "64 bits");
_Static_assert(sizeof(kev_recursive_mutex) == 8 + 2 * sizeof(void*), "64 bits and two pointers");

static int64_t const millisecond = 1000000;
static int64_t const some = 40 * 1000000; /* long enough to be measured */

/* A clock that nobody sets, and the calendar. Visual C++ has no clock_gettime(), and C11 knows the calendar only: it
 * has to do for both there. Intervals are compared by half of them, so only a clock that is set meanwhile is seen. */
static int64_t steady_now(void) {
    struct timespec moment;
#if defined(_MSC_VER)
    timespec_get(&moment, TIME_UTC);
#else
    clock_gettime(CLOCK_MONOTONIC, &moment);
#endif
    return (int64_t)moment.tv_sec * 1000 * millisecond + moment.tv_nsec;
}
static int64_t now(void) {
    struct timespec moment;
#if defined(_MSC_VER)
    timespec_get(&moment, TIME_UTC);
#else
    clock_gettime(CLOCK_REALTIME, &moment);
#endif
    return (int64_t)moment.tv_sec * 1000 * millisecond + moment.tv_nsec;
}

static void initialize(void) {
    ++initialized;
}

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) return __LINE__;                                                         \
    } while (0)

/* An attempt that fails takes its time: clocks may differ by less than a tick. */
#define CHECK_FAILS_AFTER(interval, attempt)                                                       \
    do {                                                                                           \
        int64_t const start = steady_now();                                                        \
        CHECK(!(attempt));                                                                         \
        CHECK(steady_now() - start >= (interval) / 2);                                             \
    } while (0)

static int check_mutexes_alone(void) {
    kev_mutex m;
    memset(&m, 0, sizeof m); /* as good as the initializer */
    kev_mutex_lock(&m);
    CHECK(!kev_mutex_try_lock(&m));
    CHECK_FAILS_AFTER(some, kev_mutex_try_lock_for(&m, some));
    CHECK_FAILS_AFTER(some, kev_mutex_try_lock_until(&m, now() + some));
    CHECK(!kev_mutex_try_lock_until(&m, now() - 1000 * millisecond));
    kev_mutex_unlock(&m);
    CHECK(kev_mutex_try_lock_for(&m, 0));
    kev_mutex_unlock(&m);

    kev_recursive_mutex r = KEV_RECURSIVE_MUTEX_INIT;
    kev_recursive_mutex_lock(&r);
    CHECK(kev_recursive_mutex_try_lock(&r));
    CHECK(kev_recursive_mutex_try_lock_for(&r, 0));
    CHECK(kev_recursive_mutex_try_lock_until(&r, 0));
    for (int i = 0; i < 4; ++i) kev_recursive_mutex_unlock(&r);
    return 0;
}

static int check_shared_mutex_alone(void) {
    kev_shared_mutex s = KEV_SHARED_MUTEX_INIT;
    kev_shared_mutex_lock_shared(&s);
    CHECK(kev_shared_mutex_try_lock_shared(&s));
    CHECK(kev_shared_mutex_try_lock_shared_for(&s, 0));
    CHECK(!kev_shared_mutex_try_lock(&s));
    CHECK_FAILS_AFTER(some, kev_shared_mutex_try_lock_for(&s, some));
    CHECK_FAILS_AFTER(some, kev_shared_mutex_try_lock_until(&s, now() + some));
    for (int i = 0; i < 3; ++i) kev_shared_mutex_unlock_shared(&s);
    CHECK(kev_shared_mutex_try_lock(&s));
    CHECK_FAILS_AFTER(some, kev_shared_mutex_try_lock_shared_for(&s, some));
    CHECK_FAILS_AFTER(some, kev_shared_mutex_try_lock_shared_until(&s, now() + some));
    kev_shared_mutex_unlock(&s);
    CHECK(kev_shared_mutex_try_lock_until(&s,
                                          0)); /* it is free, and 1970 is no reason to refuse it */
    kev_shared_mutex_unlock(&s);
    CHECK(kev_shared_mutex_try_lock_shared_until(&s, 0));
    kev_shared_mutex_unlock_shared(&s);
    return 0;
}

static int check_cond_alone(void) {
    kev_mutex m = KEV_MUTEX_INIT;
    kev_recursive_mutex r = KEV_RECURSIVE_MUTEX_INIT;
    kev_cond c = KEV_COND_INIT;
    kev_cond_notify_one(&c); /* nobody waits, and nobody is remembered */
    kev_cond_notify_some(&c, UINTPTR_MAX);
    kev_cond_notify_all(&c);
    kev_mutex_lock(&m);
    CHECK_FAILS_AFTER(some, kev_cond_wait_for(&c, &m, some));
    CHECK_FAILS_AFTER(some, kev_cond_wait_until(&c, &m, now() + some));
    CHECK(!kev_cond_wait_until(&c, &m, now() - 1000 * millisecond));
    CHECK(!kev_mutex_try_lock(&m));
    kev_mutex_unlock(&m);
    kev_recursive_mutex_lock(&r);
    kev_recursive_mutex_lock(&r);
    CHECK(!kev_cond_wait_recursive_until(&c, &r, now() - 1000 * millisecond));
    CHECK_FAILS_AFTER(some, kev_cond_wait_recursive_for(&c, &r, some));
    kev_recursive_mutex_unlock(&r);
    kev_recursive_mutex_unlock(&r);
    return 0;
}

static int check_once_alone(void) {
    kev_once_flag o = KEV_ONCE_INIT;
    CHECK(kev_once_begin(&o));
    CHECK(kev_once_try_begin(&o) == kev_once_is_busy);
    CHECK_FAILS_AFTER(some, kev_once_begin_for(&o, some) != kev_once_is_busy);
    CHECK_FAILS_AFTER(some, kev_once_begin_until(&o, now() + some) != kev_once_is_busy);
    kev_once_abort(&o);
    CHECK(kev_once_try_begin(&o) == kev_once_is_yours);
    kev_once_abort(&o);
    CHECK(kev_once_begin_for(&o, 0) == kev_once_is_yours);
    kev_once_abort(&o);
    CHECK(kev_once_begin_until(&o, 0) == kev_once_is_yours);
    kev_once_done(&o);
    CHECK(!kev_once_begin(&o));
    CHECK(kev_once_try_begin(&o) == kev_once_is_done);
    CHECK(kev_once_begin_for(&o, some) == kev_once_is_done);
    CHECK(kev_once_begin_until(&o, 0) == kev_once_is_done);
    return 0;
}

static int check_semaphore_alone(void) {
    kev_semaphore n = KEV_SEMAPHORE_INIT(1);
    CHECK(kev_semaphore_try_acquire(&n));
    CHECK(!kev_semaphore_try_acquire(&n));
    CHECK_FAILS_AFTER(some, kev_semaphore_try_acquire_for(&n, some));
    CHECK_FAILS_AFTER(some, kev_semaphore_try_acquire_until(&n, now() + some));
    kev_semaphore_release(&n, 3);
    CHECK(kev_semaphore_try_acquire_until(&n, 0));
    kev_semaphore_acquire(&n);
    kev_semaphore_acquire(&n);
    return 0;
}

static int check_event_and_latch_alone(void) {
    kev_event e = KEV_EVENT_INIT;
    CHECK(!kev_event_is_set(&e));
    CHECK_FAILS_AFTER(some, kev_event_wait_for(&e, some));
    CHECK_FAILS_AFTER(some, kev_event_wait_until(&e, now() + some));
    kev_event_set(&e);
    CHECK(kev_event_is_set(&e));
    CHECK(kev_event_wait_for(&e, 0));
    CHECK(kev_event_wait_until(&e, 0));
    kev_event_wait(&e);

    kev_latch open = KEV_LATCH_INIT(0);
    CHECK(kev_latch_try_wait(&open));
    kev_latch_wait(&open);
    kev_latch l = KEV_LATCH_INIT(3);
    kev_latch_count_down(&l, 1);
    CHECK(!kev_latch_try_wait(&l));
    kev_latch_count_down(&l, 2);
    CHECK(kev_latch_try_wait(&l));
    kev_latch_wait(&l);
    return 0;
}

static int64_t sleep_began, sleep_ended;
static void const* slept_in;

static void write_down(void const* object, kev_contention kind, int64_t nanoseconds) {
    slept_in = object;
    if (kind == kev_sleep_begins)
        sleep_began = nanoseconds;
    else
        sleep_ended = nanoseconds;
}

static int check_hook_alone(void) {
    kev_mutex m = KEV_MUTEX_INIT;
    CHECK(kev_set_contention_hook(write_down) == NULL);
    kev_mutex_lock(&m);
    CHECK(slept_in == NULL);
    /* On a busy machine the time may be up before the thread sleeps. */
    for (int64_t limit = 20 * millisecond; slept_in == NULL; limit *= 2)
        CHECK(!kev_mutex_try_lock_for(&m, limit));
    CHECK(kev_set_contention_hook(NULL) == write_down);
    CHECK(slept_in == &m && sleep_began != 0 && sleep_ended > sleep_began);
    return 0;
}

int check_each_type_alone(void) {
    int (*const checks[])(void) = {
        check_mutexes_alone,   check_shared_mutex_alone,    check_cond_alone, check_once_alone,
        check_semaphore_alone, check_event_and_latch_alone, check_hook_alone};
    int line = 0;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && line == 0; ++i) line = checks[i]();
    return line;
}

/* The last of all threads to come sets the event; the others wait for it, and for each other. */
static void arrive(void) {
    kev_mutex_lock(&mutex);
    if (++arrived == workers_threads) {
        kev_event_set(&all_may_start);
        kev_cond_notify_some(&changed, workers_threads - 2);
        kev_cond_notify_all(&changed);
    }
    while (arrived < workers_threads) kev_cond_wait(&changed, &mutex);
    kev_mutex_unlock(&mutex);
    kev_event_wait(&all_may_start);
    kev_latch_arrive_and_wait(&all_have_come, 1);
}

void work(int index) {
    arrive();
    for (int turn = 0; turn < workers_turns; ++turn) {
        kev_once_call(&once, initialize);
        kev_mutex_lock(&mutex);
        ++under_mutex;
        kev_mutex_unlock(&mutex);
        kev_recursive_mutex_lock(&recursive);
        kev_recursive_mutex_lock(&recursive);
        ++under_recursive;
        kev_recursive_mutex_unlock(&recursive);
        kev_recursive_mutex_unlock(&recursive);
        kev_semaphore_acquire(&permits);
        if (index % 2 == 0) {
            kev_shared_mutex_lock(&shared);
            ++under_shared;
            kev_shared_mutex_unlock(&shared);
        } else {
            kev_shared_mutex_lock_shared(&shared);
            kev_shared_mutex_unlock_shared(&shared);
        }
        kev_semaphore_release(&permits, 1);
    }
}

int check_what_was_counted(void) {
    CHECK(initialized == 1);
    CHECK(under_mutex == (long)workers_threads * workers_turns);
    CHECK(under_recursive == (long)workers_threads * workers_turns);
    CHECK(under_shared == (long)workers_threads / 2 * workers_turns);
    CHECK(kev_semaphore_try_acquire(&permits) && kev_semaphore_try_acquire(&permits));
    CHECK(!kev_semaphore_try_acquire(&permits));
    return 0;
}
