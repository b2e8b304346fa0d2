/* Condition variables, with mutexes of each type. */
#include "cases.h"

#include <string.h>

struct meeting {
    mtx_t mutex;
    cnd_t changed;
    int waiting;
    int may_go; /* so many more threads */
};

static int wait_to_go(void* argument) {
    struct meeting* const here = argument;
    mtx_lock(&here->mutex);
    ++here->waiting;
    while (here->may_go == 0) CHECK(cnd_wait(&here->changed, &here->mutex) == thrd_success);
    --here->may_go;
    --here->waiting;
    mtx_unlock(&here->mutex);
    return 0;
}

static int number_waiting(struct meeting* here) {
    mtx_lock(&here->mutex);
    int const number = here->waiting;
    mtx_unlock(&here->mutex);
    return number;
}

static void let_go(struct meeting* here, int number, int (*call)(cnd_t*)) {
    mtx_lock(&here->mutex);
    here->may_go = number;
    call(&here->changed);
    mtx_unlock(&here->mutex);
}

static int wakes(int type) {
    struct meeting here = {.waiting = 0};
    thrd_t all[workers];
    CHECK(mtx_init(&here.mutex, type) == thrd_success);
    memset(&here.changed, 0xff, sizeof here.changed);
    CHECK(cnd_init(&here.changed) == thrd_success);
    CHECK(memcmp(&here.changed, &(cnd_t){0}, sizeof here.changed) == 0);
    for (int i = 0; i < workers; ++i)
        CHECK(thrd_create(&all[i], wait_to_go, &here) == thrd_success);
    while (number_waiting(&here) < workers) thrd_yield();
    let_go(&here, 1, cnd_signal);
    while (number_waiting(&here) != workers - 1) thrd_yield();
    let_go(&here, workers - 1, cnd_broadcast);
    for (int i = 0; i < workers; ++i) {
        int result = -1;
        CHECK(thrd_join(all[i], &result) == thrd_success);
        CHECK(result == 0);
    }
    cnd_destroy(&here.changed);
    return 0;
}

static int wait_times_out(int type) {
    struct timespec const moment = utc_in_milliseconds(20);
    struct timespec const past = {1, 0};
    mtx_t mutex;
    cnd_t never;
    CHECK(mtx_init(&mutex, type) == thrd_success);
    CHECK(cnd_init(&never) == thrd_success);
    CHECK(cnd_signal(&never) == thrd_success); /* nobody waits, and nobody is remembered */
    CHECK(cnd_broadcast(&never) == thrd_success);
    CHECK(mtx_lock(&mutex) == thrd_success);
    /* C11 allows a wait to end for no reason. */
    while (!utc_has_come(&moment)) {
        int const ended = cnd_timedwait(&never, &mutex, &moment);
        CHECK(ended == thrd_success || (ended == thrd_timedout && utc_has_come(&moment)));
    }
    CHECK(cnd_timedwait(&never, &mutex, &past) == thrd_timedout);
    CHECK(in_a_thread(is_busy, &mutex) == 0);
    CHECK(mtx_unlock(&mutex) == thrd_success);
    return 0;
}

struct news {
    mtx_t mutex;
    cnd_t changed;
    int there;
};

static int bring(void* argument) {
    struct news* const here = argument;
    mtx_lock(&here->mutex);
    here->there = 1;
    cnd_signal(&here->changed);
    mtx_unlock(&here->mutex);
    return 0;
}

static int woken_in_time(void) {
    struct timespec const far = utc_in_milliseconds(3600000);
    struct news here = {.there = 0};
    thrd_t thread;
    CHECK(mtx_init(&here.mutex, mtx_timed) == thrd_success);
    CHECK(cnd_init(&here.changed) == thrd_success);
    CHECK(mtx_lock(&here.mutex) == thrd_success);
    CHECK(thrd_create(&thread, bring, &here) == thrd_success);
    while (!here.there) CHECK(cnd_timedwait(&here.changed, &here.mutex, &far) == thrd_success);
    CHECK(mtx_unlock(&here.mutex) == thrd_success);
    CHECK(thrd_join(thread, NULL) == thrd_success);
    return 0;
}

int condition(void) {
    CHECK(wakes(mtx_plain) == 0);
    CHECK(wakes(mtx_plain | mtx_recursive) == 0);
    CHECK(wait_times_out(mtx_plain) == 0);
    CHECK(wait_times_out(mtx_timed | mtx_recursive) == 0);
    return woken_in_time();
}
