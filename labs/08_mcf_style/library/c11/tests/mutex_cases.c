/* Mutexes of each type. */
#include "cases.h"

#include <string.h>

struct counted {
    mtx_t mutex;
    int depth; /* how often a worker locks it at once */
    long count;
};

static int count(void* argument) {
    struct counted* const mine = argument;
    for (int turn = 0; turn < turns; ++turn) {
        for (int i = 0; i < mine->depth; ++i) mtx_lock(&mine->mutex);
        ++mine->count;
        for (int i = 0; i < mine->depth; ++i) mtx_unlock(&mine->mutex);
    }
    return 0;
}

int is_busy(void* mutex) {
    CHECK(mtx_trylock(mutex) == thrd_busy);
    return 0;
}
static int is_free(void* mutex) {
    CHECK(mtx_trylock(mutex) == thrd_success);
    CHECK(mtx_unlock(mutex) == thrd_success);
    return 0;
}

static int excludes(int type, int depth) {
    static mtx_t const zeros;
    struct counted all;
    memset(&all, 0xff, sizeof all); /* what was there before must not matter */
    all.depth = depth;
    all.count = 0;
    CHECK(mtx_init(&all.mutex, type) == thrd_success);
    CHECK(memcmp(&all.mutex.__lock, &zeros.__lock, sizeof zeros.__lock) == 0);
    CHECK(run_workers(count, &all) == 0);
    CHECK(all.count == (long)workers * turns);
    for (int i = 0; i < depth; ++i) CHECK(mtx_lock(&all.mutex) == thrd_success);
    for (int i = 0; i < depth; ++i) {
        CHECK(in_a_thread(is_busy, &all.mutex) == 0);
        CHECK(mtx_unlock(&all.mutex) == thrd_success);
    }
    CHECK(in_a_thread(is_free, &all.mutex) == 0);
    mtx_destroy(&all.mutex);
    return 0;
}

int plain_mutex(void) {
    mtx_t mutex;
    CHECK(mtx_init(&mutex, 4) == thrd_error);
    CHECK(mtx_init(&mutex, -1) == thrd_error);
    CHECK(mtx_init(&mutex, mtx_plain) == thrd_success);
    CHECK(mtx_trylock(&mutex) == thrd_success);
    CHECK(mtx_trylock(&mutex) == thrd_busy); /* the owner is told so, too */
    CHECK(mtx_unlock(&mutex) == thrd_success);
    return excludes(mtx_plain, 1);
}

int recursive_mutex(void) {
    CHECK(excludes(mtx_plain | mtx_recursive, 3) == 0);
    return excludes(mtx_timed | mtx_recursive, 3);
}

static int times_out(void* mutex) {
    struct timespec const moment = utc_in_milliseconds(20);
    struct timespec const past = {1, 0};
    CHECK(mtx_timedlock(mutex, &moment) == thrd_timedout);
    CHECK(utc_has_come(&moment));
    CHECK(mtx_timedlock(mutex, &past) == thrd_timedout);
    return 0;
}
static int gets_it_in_time(void* mutex) {
    struct timespec const far = utc_in_milliseconds(3600000);
    CHECK(mtx_timedlock(mutex, &far) == thrd_success);
    CHECK(mtx_unlock(mutex) == thrd_success);
    return 0;
}

static int has_time_limits(int type) {
    struct timespec const past = {1, 0};
    mtx_t mutex;
    thrd_t thread;
    int result = -1;
    CHECK(mtx_init(&mutex, type) == thrd_success);
    CHECK(mtx_timedlock(&mutex, &past) == thrd_success); /* it is free */
    CHECK(in_a_thread(times_out, &mutex) == 0);
    CHECK(thrd_create(&thread, gets_it_in_time, &mutex) == thrd_success);
    for (int i = 0; i < 1000; ++i) thrd_yield();
    CHECK(mtx_unlock(&mutex) == thrd_success);
    CHECK(thrd_join(thread, &result) == thrd_success);
    return result;
}

int timed_mutex(void) {
    CHECK(excludes(mtx_timed, 1) == 0);
    CHECK(has_time_limits(mtx_timed) == 0);
    return has_time_limits(mtx_timed | mtx_recursive);
}
