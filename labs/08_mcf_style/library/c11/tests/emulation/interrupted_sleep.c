/* A signal handler ends a sleep of C11, and the sleeper learns what was left of it. */
#define _XOPEN_SOURCE 700 /* setitimer() */
#include <threads.h>

#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

static void handle(int number) {
    (void)number;
}

int main(void) {
    /* Again and again: the first signal may come before the sleep. */
    struct itimerval const often = {{0, 20000}, {0, 20000}};
    struct sigaction action = {.sa_handler = handle};
    struct timespec const hour = {3600, 0};
    struct timespec left = {-1, -1};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    if (thrd_sleep(&hour, &left) != -1) return 1;
    if (left.tv_sec < 0 || left.tv_sec >= 3600 || left.tv_nsec < 0) return 2;
    if (thrd_sleep(&left, &left) != -1) return 3;
    return thrd_sleep(&left, NULL) == -1 ? 0 : 4;
}
