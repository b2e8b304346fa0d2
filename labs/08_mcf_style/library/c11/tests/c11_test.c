/* C11's <threads.h> as a program in C11 uses it: every function, and what each returns. Runs the case that is named. A case
   returns 0, or the line of what is wrong. */
#include <threads.h>

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) return __LINE__;                                                         \
    } while (0)

enum { workers = 8, turns = 2000 };

/* `workers` threads call the function, and each call has to return 0. */
static int run_workers(thrd_start_t function, void* argument) {
    thrd_t all[workers];
    for (int i = 0; i < workers; ++i)
        CHECK(thrd_create(&all[i], function, argument) == thrd_success);
    for (int i = 0; i < workers; ++i) {
        int result = -1;
        CHECK(thrd_join(all[i], &result) == thrd_success);
        CHECK(result == 0);
    }
    return 0;
}

/* One function in a thread of its own: @return what it has returned. */
static int in_a_thread(thrd_start_t function, void* argument) {
    thrd_t thread;
    int result = -1;
    CHECK(thrd_create(&thread, function, argument) == thrd_success);
    CHECK(thrd_join(thread, &result) == thrd_success);
    return result;
}

static struct timespec utc(void) {
    struct timespec now;
#if defined(_WIN32) && !defined(_UCRT)
    /* That C library is older than C11. */
    clock_gettime(CLOCK_REALTIME, &now);
#else
    timespec_get(&now, TIME_UTC);
#endif
    return now;
}

static struct timespec utc_in_milliseconds(long milliseconds) {
    struct timespec moment = utc();
    moment.tv_sec += milliseconds / 1000;
    moment.tv_nsec += milliseconds % 1000 * 1000000;
    if (moment.tv_nsec >= 1000000000) {
        moment.tv_nsec -= 1000000000;
        ++moment.tv_sec;
    }
    return moment;
}

static int utc_has_come(struct timespec const* moment) {
    struct timespec const now = utc();
    if (now.tv_sec != moment->tv_sec) return now.tv_sec > moment->tv_sec;
    return now.tv_nsec >= moment->tv_nsec;
}

/* Threads, once and time. */

static int return_it(void* number) {
    return *(int*)number;
}
static void leave_with(int number) {
    thrd_exit(number);
}
static int exit_with_it(void* number) {
    leave_with(*(int*)number);
    return 1;
}
static int tell_itself(void* itself) {
    *(thrd_t*)itself = thrd_current();
    thrd_yield();
    return 0;
}
static int join_itself(void* nothing) {
    (void)nothing;
    return thrd_join(thrd_current(), NULL) == thrd_error ? 0 : __LINE__;
}

static int threads(void) {
    int number = -7;
    thrd_t thread, itself;
    CHECK(in_a_thread(return_it, &number) == -7);
    CHECK(in_a_thread(exit_with_it, &number) == -7);
    CHECK(thrd_create(&thread, return_it, &number) == thrd_success);
    CHECK(thrd_join(thread, NULL) == thrd_success);
    CHECK(thrd_create(&thread, tell_itself, &itself) == thrd_success);
    CHECK(!thrd_equal(thread, thrd_current()));
    CHECK(thrd_join(thread, NULL) == thrd_success);
    CHECK(thrd_equal(thread, itself));
    CHECK(thrd_equal(thrd_current(), thrd_current()));
    return in_a_thread(join_itself, NULL);
}

static mtx_t guard;
static cnd_t changed;
static int arrived;

static int arrive(void* nothing) {
    (void)nothing;
    mtx_lock(&guard);
    ++arrived;
    cnd_signal(&changed);
    mtx_unlock(&guard);
    return 0;
}

static int detached(void) {
    CHECK(mtx_init(&guard, mtx_plain) == thrd_success);
    CHECK(cnd_init(&changed) == thrd_success);
    for (int i = 0; i < workers; ++i) {
        thrd_t thread;
        CHECK(thrd_create(&thread, arrive, NULL) == thrd_success);
        CHECK(thrd_detach(thread) == thrd_success);
    }
    CHECK(mtx_lock(&guard) == thrd_success);
    while (arrived < workers) CHECK(cnd_wait(&changed, &guard) == thrd_success);
    CHECK(mtx_unlock(&guard) == thrd_success);
    return 0;
}

/* Once. */

static once_flag flag = ONCE_FLAG_INIT;
static int initialized;

static void initialize(void) {
    for (int i = 0; i < 100; ++i) thrd_yield();
    ++initialized;
}
static int need_it(void* nothing) {
    (void)nothing;
    call_once(&flag, initialize);
    CHECK(initialized == 1);
    return 0;
}

static int once(void) {
    return run_workers(need_it, NULL);
}

/* Time. */

static int sleeps(void) {
    struct timespec const nothing = {0, 0};
    struct timespec const some = {0, 20000000};
    struct timespec const none[] = {{-1, 0}, {0, -1}, {0, 1000000000}};
    struct timespec left = {5, 5};
    struct timespec const end = utc_in_milliseconds(10); /* less: a clock may be corrected */
    CHECK(thrd_sleep(&nothing, NULL) == 0);
    CHECK(thrd_sleep(&some, &left) == 0);
    CHECK(left.tv_sec == 5 && left.tv_nsec == 5);
    CHECK(utc_has_come(&end));
    for (int i = 0; i < 3; ++i) CHECK(thrd_sleep(&none[i], &left) < -1);
    return 0;
}

/* The macros. */

static thread_local int own = 1;

static int change_own(void* nothing) {
    (void)nothing;
    CHECK(own == 1);
    own = 2;
    return 0;
}
static int thread_locals(void) {
    CHECK(run_workers(change_own, NULL) == 0);
    CHECK(own == 1);
    return 0;
}

/* Mutexes of each type. */

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

/* For a thread: whether the mutex is owned. */
static int is_busy(void* mutex) {
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

static int plain_mutex(void) {
    mtx_t mutex;
    CHECK(mtx_init(&mutex, 4) == thrd_error);
    CHECK(mtx_init(&mutex, -1) == thrd_error);
    CHECK(mtx_init(&mutex, mtx_plain) == thrd_success);
    CHECK(mtx_trylock(&mutex) == thrd_success);
    CHECK(mtx_trylock(&mutex) == thrd_busy); /* the owner is told so, too */
    CHECK(mtx_unlock(&mutex) == thrd_success);
    return excludes(mtx_plain, 1);
}

static int recursive_mutex(void) {
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

static int timed_mutex(void) {
    CHECK(excludes(mtx_timed, 1) == 0);
    CHECK(has_time_limits(mtx_timed) == 0);
    return has_time_limits(mtx_timed | mtx_recursive);
}

/* Condition variables, with mutexes of each type. */

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

static int condition(void) {
    CHECK(wakes(mtx_plain) == 0);
    CHECK(wakes(mtx_plain | mtx_recursive) == 0);
    CHECK(wait_times_out(mtx_plain) == 0);
    CHECK(wait_times_out(mtx_timed | mtx_recursive) == 0);
    return woken_in_time();
}

/* Values of a thread, and their destructors. */

static tss_t key, other_key;
static mtx_t ended_guard;
static int ended;

static void note_end(void* value) {
    mtx_lock(&ended_guard);
    ended += *(int*)value;
    mtx_unlock(&ended_guard);
}
static void set_again(void* value) {
    ++ended;
    tss_set(key, value);
}

static int use_values(void* nothing) {
    static int one = 1;
    (void)nothing;
    CHECK(tss_get(key) == NULL && tss_get(other_key) == NULL);
    CHECK(tss_set(key, &one) == thrd_success);
    CHECK(tss_set(other_key, &ended) == thrd_success);
    thrd_yield();
    CHECK(tss_get(key) == &one && tss_get(other_key) == &ended);
    return 0;
}
static int set_it(void* value) {
    CHECK(tss_set(key, value) == thrd_success);
    return 0;
}
static int set_it_and_exit(void* value) {
    CHECK(tss_set(key, value) == thrd_success);
    thrd_exit(0);
}
static int set_null(void* nothing) {
    CHECK(tss_set(key, &key) == thrd_success);
    CHECK(tss_set(key, nothing) == thrd_success);
    return 0;
}

/* A destructor that always sets the value again is called so often, and not forever. */
static int ends_so_often(thrd_start_t function) {
    ended = 0;
    CHECK(tss_create(&key, set_again) == thrd_success);
    CHECK(in_a_thread(function, &key) == 0);
    CHECK(ended == TSS_DTOR_ITERATIONS);
    tss_delete(key);
    return 0;
}

static int values(void) {
    CHECK(mtx_init(&ended_guard, mtx_plain) == thrd_success);
    CHECK(tss_create(&key, note_end) == thrd_success);
    CHECK(tss_create(&other_key, NULL) == thrd_success);
    CHECK(run_workers(use_values, NULL) == 0);
    CHECK(ended == workers);
    CHECK(tss_get(key) == NULL);
    CHECK(in_a_thread(set_null, NULL) == 0);
    CHECK(tss_set(key, &ended) == thrd_success);
    tss_delete(key); /* calls nobody */
    tss_delete(other_key);
    CHECK(ended == workers);
    CHECK(ends_so_often(set_it) == 0);
    return ends_so_often(set_it_and_exit);
}

static int too_many_values(void) {
    enum { many = 5000 };
    static tss_t keys[many];
    int made = 0;
    while (made < many && tss_create(&keys[made], NULL) == thrd_success) ++made;
    CHECK(made > 0 && made < many);
    CHECK(tss_create(&key, NULL) == thrd_error);
    while (made > 0) tss_delete(keys[--made]);
    CHECK(tss_create(&key, NULL) == thrd_success);
    tss_delete(key);
    CHECK(tss_set(key, &key) == thrd_error);
    return 0;
}

struct named_case {
    char const* name;
    int (*run)(void);
};

static struct named_case const cases[] = {{"threads", threads},
                                          {"detached", detached},
                                          {"once", once},
                                          {"sleep", sleeps},
                                          {"thread_local", thread_locals},
                                          {"plain_mutex", plain_mutex},
                                          {"recursive_mutex", recursive_mutex},
                                          {"timed_mutex", timed_mutex},
                                          {"condition", condition},
                                          {"values", values},
                                          {"too_many_values", too_many_values}};

int main(int argc, char** argv) {
    for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof cases[0]; ++i) {
        if (strcmp(cases[i].name, argv[1]) != 0) continue;
        int const line = cases[i].run();
        if (line != 0) printf("%s fails in line %d\n", argv[1], line);
        return line != 0;
    }
    puts("name a case");
    return 2;
}
