/* Threads, once and time. */
#include "cases.h"

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

int threads(void) {
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

int detached(void) {
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
static int initialised;

static void initialise(void) {
    for (int i = 0; i < 100; ++i) thrd_yield();
    ++initialised;
}
static int need_it(void* nothing) {
    (void)nothing;
    call_once(&flag, initialise);
    CHECK(initialised == 1);
    return 0;
}

int once(void) {
    return run_workers(need_it, NULL);
}

/* Time. */

int sleeps(void) {
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
int thread_locals(void) {
    CHECK(run_workers(change_own, NULL) == 0);
    CHECK(own == 1);
    return 0;
}
