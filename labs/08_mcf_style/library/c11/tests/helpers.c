/* What several cases need. */
#include "cases.h"

int run_workers(thrd_start_t function, void* argument) {
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

int in_a_thread(thrd_start_t function, void* argument) {
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

struct timespec utc_in_milliseconds(long milliseconds) {
    struct timespec moment = utc();
    moment.tv_sec += milliseconds / 1000;
    moment.tv_nsec += milliseconds % 1000 * 1000000;
    if (moment.tv_nsec >= 1000000000) {
        moment.tv_nsec -= 1000000000;
        ++moment.tv_sec;
    }
    return moment;
}

int utc_has_come(struct timespec const* moment) {
    struct timespec const now = utc();
    if (now.tv_sec != moment->tv_sec) return now.tv_sec > moment->tv_sec;
    return now.tv_nsec >= moment->tv_nsec;
}
