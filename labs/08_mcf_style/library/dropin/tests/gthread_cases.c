/* The gthread interface as its users see it: in C, without any other header for threads. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "gthread_cases.h"

#include <kev/gthr.h>

#include <errno.h>
#include <stdint.h>
#include <string.h>

enum { threads = 8, turns = 2000 };

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) return __LINE__;                                                         \
    } while (0)

static int run_all(__gthread_t* all, void* (*function)(void*), void* argument) {
    for (int i = 0; i < threads; ++i) CHECK(__gthread_create(&all[i], function, argument) == 0);
    for (int i = 0; i < threads; ++i) CHECK(__gthread_join(all[i], NULL) == 0);
    return 0;
}

static __gthread_time_t in_milliseconds(long milliseconds) {
    __gthread_time_t moment;
    clock_gettime(CLOCK_REALTIME, &moment);
    moment.tv_nsec += milliseconds * 1000000;
    moment.tv_sec += moment.tv_nsec / 1000000000;
    moment.tv_nsec %= 1000000000;
    return moment;
}

static int64_t passed_since(__gthread_time_t const* moment) {
    __gthread_time_t now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((int64_t)now.tv_sec - (int64_t)moment->tv_sec) * 1000000000 + now.tv_nsec -
           moment->tv_nsec;
}

/* Threads. */

static __gthread_t seen_by_itself;

static void* note_itself(void* argument) {
    seen_by_itself = __gthread_self();
    __gthread_yield();
    return argument;
}

int threads_are_started_joined_and_told_apart(void) {
    CHECK(__gthread_active_p());
    __gthread_t one, other;
    void* result = NULL;
    int there;
    CHECK(__gthread_create(&one, note_itself, &there) == 0);
    CHECK(__gthread_join(one, &result) == 0);
    CHECK(result == &there);
    CHECK(__gthread_equal(seen_by_itself, one));
    CHECK(__gthread_equal(__gthread_self(), __gthread_self()));
    CHECK(__gthread_create(&other, note_itself, NULL) == 0);
    CHECK(!__gthread_equal(other, __gthread_self()));
    CHECK(__gthread_join(other, &result) == 0);
    CHECK(result == NULL);
    return 0;
}

static __gthread_mutex_t done_mutex = __GTHREAD_MUTEX_INIT;
static __gthread_cond_t done_changed = __GTHREAD_COND_INIT;
static int done;

static void* say_done(void* argument) {
    __gthread_mutex_lock(&done_mutex);
    ++done;
    __gthread_cond_signal(&done_changed);
    __gthread_mutex_unlock(&done_mutex);
    return argument;
}

static void* join_itself(void* result) {
    *(int*)result = __gthread_join(__gthread_self(), NULL);
    return NULL;
}

int threads_cannot_join_themselves(void) {
    int error = 0;
    __gthread_t one;
    CHECK(__gthread_create(&one, join_itself, &error) == 0);
    CHECK(__gthread_join(one, NULL) == 0);
    CHECK(error == EDEADLK);
    return 0;
}

int detached_threads_run(void) {
    for (int i = 0; i < threads; ++i) {
        __gthread_t thread;
        CHECK(__gthread_create(&thread, say_done, NULL) == 0);
        CHECK(__gthread_detach(thread) == 0);
    }
    CHECK(__gthread_mutex_lock(&done_mutex) == 0);
    while (done < threads) CHECK(__gthread_cond_wait(&done_changed, &done_mutex) == 0);
    CHECK(__gthread_mutex_unlock(&done_mutex) == 0);
    return 0;
}

/* Once. */

static __gthread_once_t once = __GTHREAD_ONCE_INIT;
static int initialized;

static void initialize(void) {
    for (int i = 0; i < 100; ++i) __gthread_yield();
    ++initialized;
}

static void* need_it(void* wrong) {
    __gthread_once(&once, initialize);
    if (initialized != 1) *(int*)wrong = 1;
    return NULL;
}

int once_calls_once(void) {
    __gthread_t all[threads];
    int wrong = 0;
    CHECK(run_all(all, need_it, &wrong) == 0);
    CHECK(!wrong && initialized == 1);
    return 0;
}

/* Keys. */

static __gthread_key_t key, other_key;
static __gthread_mutex_t ended_mutex = __GTHREAD_MUTEX_INIT;
static int ended;

static void note_end(void* value) {
    __gthread_mutex_lock(&ended_mutex);
    ended += *(int*)value;
    __gthread_mutex_unlock(&ended_mutex);
}

static void* use_keys(void* argument) {
    static int one = 1;
    int* const wrong = argument;
    if (__gthread_getspecific(key) != NULL) *wrong = __LINE__;
    if (__gthread_setspecific(key, &one) != 0) *wrong = __LINE__;
    if (__gthread_getspecific(other_key) != NULL) *wrong = __LINE__;
    if (__gthread_setspecific(other_key, wrong) != 0) *wrong = __LINE__;
    __gthread_yield();
    if (__gthread_getspecific(key) != &one) *wrong = __LINE__;
    if (__gthread_getspecific(other_key) != wrong) *wrong = __LINE__;
    return NULL;
}

int keys_are_of_each_thread_and_end_with_it(void) {
    __gthread_t all[threads];
    int wrong = 0;
    CHECK(__gthread_key_create(&key, note_end) == 0);
    CHECK(__gthread_key_create(&other_key, NULL) == 0);
    CHECK(run_all(all, use_keys, &wrong) == 0);
    CHECK(wrong == 0);
    CHECK(ended == threads);
    CHECK(__gthread_getspecific(key) == NULL);
    CHECK(__gthread_key_delete(key) == 0);
    CHECK(__gthread_key_delete(other_key) == 0);
    return 0;
}

int keys_start_empty_when_given_out_again(void) {
    static int value = 1;
    int const ended_before = ended;
    __gthread_key_t again[16];
    for (int round = 0; round < 100; ++round) {
        for (int i = 0; i < 16; ++i) {
            CHECK(__gthread_key_create(&again[i], note_end) == 0);
            CHECK(__gthread_getspecific(again[i]) == NULL);
            CHECK(__gthread_setspecific(again[i], &value) == 0);
            CHECK(__gthread_getspecific(again[i]) == &value);
        }
        for (int i = 0; i < 16; ++i) CHECK(__gthread_key_delete(again[i]) == 0);
    }
    CHECK(ended == ended_before); /* the end of a key calls nobody */
    return 0;
}

/* Mutexes. */

static __gthread_mutex_t mutex = __GTHREAD_MUTEX_INIT;
static long under_mutex;

static void* count_under_mutex(void* argument) {
    for (int turn = 0; turn < turns; ++turn) {
        if (turn % 3 == 0) {
            while (__gthread_mutex_trylock(&mutex) != 0) __gthread_yield();
        } else {
            __gthread_mutex_lock(&mutex);
        }
        ++under_mutex;
        __gthread_mutex_unlock(&mutex);
    }
    return argument;
}

static void* fail_to_lock(void* wrong) {
    __gthread_time_t const moment = in_milliseconds(20);
    if (__gthread_mutex_trylock(&mutex) != EBUSY) *(int*)wrong = __LINE__;
    if (__gthread_mutex_timedlock(&mutex, &moment) != ETIMEDOUT) *(int*)wrong = __LINE__;
    if (passed_since(&moment) < 0) *(int*)wrong = __LINE__;
    return NULL;
}

struct attempt {
    __gthread_mutex_t* mutex;
    __gthread_time_t const* moment;
    int result;
};

static void* try_until_a_moment(void* argument) {
    struct attempt* const mine = argument;
    mine->result = __gthread_mutex_timedlock(mine->mutex, mine->moment);
    __gthread_mutex_unlock(mine->mutex);
    return NULL;
}

/* A thread has to wait for the mutex, which is given up after a while: @return what the thread was told. */
static int wait_until(__gthread_mutex_t* owned, __gthread_time_t const* moment) {
    struct attempt attempt = {owned, moment, -1};
    __gthread_t other;
    CHECK(__gthread_mutex_lock(owned) == 0);
    CHECK(__gthread_create(&other, try_until_a_moment, &attempt) == 0);
    for (int i = 0; i < 1000; ++i) __gthread_yield();
    CHECK(__gthread_mutex_unlock(owned) == 0);
    CHECK(__gthread_join(other, NULL) == 0);
    return attempt.result;
}

int mutexes_exclude_and_time_out(void) {
    __gthread_t all[threads];
    __gthread_time_t const moment = in_milliseconds(3600000);
    int wrong = 0;
    /* A moment that 64 bits of nanoseconds cannot hold, and one before their beginning. With 32 bits of seconds it is
       the last moment that there is. */
    __gthread_time_t const never = {sizeof never.tv_sec == 8 ? INT64_MAX / 1000 : INT32_MAX, 0};
    __gthread_time_t const before = {-1, 0};
    CHECK(run_all(all, count_under_mutex, NULL) == 0);
    CHECK(under_mutex == (long)threads * turns);
    __gthread_mutex_t local;
    memset(&local, 0xff, sizeof local); /* what was there before must not matter */
    __gthread_mutex_init_function(&local);
    CHECK(__gthread_mutex_timedlock(&local, &moment) == 0);
    CHECK(__gthread_mutex_trylock(&local) == EBUSY);
    CHECK(__gthread_mutex_timedlock(&local, &before) == ETIMEDOUT);
    CHECK(__gthread_mutex_unlock(&local) == 0);
    CHECK(wait_until(&local, &never) == 0);
    CHECK(__gthread_mutex_destroy(&local) == 0);
    CHECK(__gthread_mutex_lock(&mutex) == 0);
    CHECK(run_all(all, fail_to_lock, &wrong) == 0);
    CHECK(__gthread_mutex_unlock(&mutex) == 0);
    CHECK(wrong == 0);
    return 0;
}

static __gthread_recursive_mutex_t recursive = __GTHREAD_RECURSIVE_MUTEX_INIT;
static long under_recursive;

static void* count_under_recursive(void* wrong) {
    __gthread_time_t const past = {1, 0};
    for (int turn = 0; turn < turns; ++turn) {
        __gthread_recursive_mutex_lock(&recursive);
        if (__gthread_recursive_mutex_trylock(&recursive) != 0) *(int*)wrong = __LINE__;
        if (__gthread_recursive_mutex_timedlock(&recursive, &past) != 0) *(int*)wrong = __LINE__;
        ++under_recursive;
        for (int i = 0; i < 3; ++i) __gthread_recursive_mutex_unlock(&recursive);
    }
    return NULL;
}

static void* fail_to_lock_recursive(void* wrong) {
    __gthread_time_t const moment = in_milliseconds(10);
    if (__gthread_recursive_mutex_trylock(&recursive) != EBUSY) *(int*)wrong = __LINE__;
    if (__gthread_recursive_mutex_timedlock(&recursive, &moment) != ETIMEDOUT)
        *(int*)wrong = __LINE__;
    return NULL;
}

int recursive_mutexes_count(void) {
    __gthread_t all[threads];
    int wrong = 0;
    CHECK(run_all(all, count_under_recursive, &wrong) == 0);
    CHECK(wrong == 0);
    CHECK(under_recursive == (long)threads * turns);
    CHECK(__gthread_recursive_mutex_init_function(&recursive) == 0);
    CHECK(__gthread_recursive_mutex_lock(&recursive) == 0);
    CHECK(__gthread_recursive_mutex_lock(&recursive) == 0);
    CHECK(__gthread_recursive_mutex_unlock(&recursive) == 0);
    CHECK(run_all(all, fail_to_lock_recursive, &wrong) == 0); /* one lock is left */
    CHECK(__gthread_recursive_mutex_unlock(&recursive) == 0);
    CHECK(wrong == 0);
    CHECK(__gthread_recursive_mutex_destroy(&recursive) == 0);
    return 0;
}

/* Condition variables. */

static __gthread_cond_t changed = __GTHREAD_COND_INIT;
static int waiting, may_go;

static void* wait_to_go(void* argument) {
    __gthread_mutex_lock(&mutex);
    ++waiting;
    while (!may_go) __gthread_cond_wait(&changed, &mutex);
    --waiting;
    __gthread_mutex_unlock(&mutex);
    return argument;
}

static int number_waiting(void) {
    __gthread_mutex_lock(&mutex);
    int const count = waiting;
    __gthread_mutex_unlock(&mutex);
    return count;
}

int conditions_wake_and_time_out(void) {
    __gthread_t all[threads];
    for (int i = 0; i < threads; ++i) CHECK(__gthread_create(&all[i], wait_to_go, NULL) == 0);
    while (number_waiting() < threads) __gthread_yield();
    CHECK(__gthread_mutex_lock(&mutex) == 0);
    may_go = 1;
    CHECK(__gthread_cond_broadcast(&changed) == 0);
    CHECK(__gthread_mutex_unlock(&mutex) == 0);
    for (int i = 0; i < threads; ++i) CHECK(__gthread_join(all[i], NULL) == 0);
    CHECK(waiting == 0);
    __gthread_cond_t local;
    memset(&local, 0xff, sizeof local);
    __gthread_cond_init_function(&local);
    __gthread_time_t const moment = in_milliseconds(20);
    CHECK(__gthread_mutex_lock(&mutex) == 0);
    CHECK(__gthread_cond_timedwait(&local, &mutex, &moment) == ETIMEDOUT);
    CHECK(passed_since(&moment) >= 0);
    CHECK(__gthread_mutex_trylock(&mutex) == EBUSY);
    CHECK(__gthread_mutex_unlock(&mutex) == 0);
    CHECK(__gthread_cond_destroy(&local) == 0);
    return 0;
}

static int came_in;

static void* come_in(void* argument) {
    __gthread_recursive_mutex_lock(&recursive);
    came_in = 1;
    __gthread_cond_signal(&changed);
    __gthread_recursive_mutex_unlock(&recursive);
    return argument;
}

int conditions_give_recursive_mutexes_up_entirely(void) {
    __gthread_t other, all[threads];
    int wrong = 0;
    __gthread_time_t const moment = in_milliseconds(10);
    for (int i = 0; i < 3; ++i) CHECK(__gthread_recursive_mutex_lock(&recursive) == 0);
    CHECK(__gthread_create(&other, come_in, NULL) == 0);
    /* Three deep: the other one comes in only if all three are given up. */
    while (!came_in) CHECK(__gthread_cond_wait_recursive(&changed, &recursive) == 0);
    CHECK(__gthread_cond_timedwait_recursive(&changed, &recursive, &moment) == ETIMEDOUT);
    /* And it comes back three deep: after two unlocks it is still owned. */
    for (int i = 0; i < 2; ++i) CHECK(__gthread_recursive_mutex_unlock(&recursive) == 0);
    CHECK(run_all(all, fail_to_lock_recursive, &wrong) == 0);
    CHECK(wrong == 0);
    CHECK(__gthread_recursive_mutex_unlock(&recursive) == 0);
    CHECK(__gthread_join(other, NULL) == 0);
    CHECK(__gthread_recursive_mutex_trylock(&recursive) == 0);
    CHECK(__gthread_recursive_mutex_unlock(&recursive) == 0);
    return 0;
}
