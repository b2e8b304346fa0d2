/* The first thread ends by thrd_exit(), and another thread goes on. Then the program ends as if by exit(EXIT_SUCCESS). */
#include <threads.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static void say_the_end(void) {
    puts("the end");
}

static int go_on(void* nothing) {
    struct timespec const some = {0, 50000000};
    (void)nothing;
    thrd_sleep(&some, NULL);
    puts("after the first thread");
    return 4;
}

int main(void) {
    thrd_t other;
    atexit(say_the_end);
    if (thrd_create(&other, go_on, NULL) != thrd_success) return 1;
    thrd_detach(other);
    thrd_exit(3);
}
