/* Two threads and a mutex through C11's <threads.h>, which has to be ours. Ends with 0 if all is well. */
#include <threads.h>

#include <stddef.h>

#ifndef __KEV_THREADS_H
#error the header of the system
#endif

enum { turns = 1000 };

static mtx_t mutex;
static int count;

static int count_up(void* result) {
    for (int turn = 0; turn < turns; ++turn) {
        mtx_lock(&mutex);
        ++count;
        mtx_unlock(&mutex);
    }
    thrd_exit(*(int*)result);
}

int main(void) {
    thrd_t threads[2];
    int given[2] = {5, 6};
    int sum = 0;
    if (mtx_init(&mutex, mtx_plain) != thrd_success) return 1;
    for (int i = 0; i < 2; ++i)
        if (thrd_create(&threads[i], count_up, &given[i]) != thrd_success) return 2;
    for (int i = 0; i < 2; ++i) {
        int result = 0;
        if (thrd_join(threads[i], &result) != thrd_success) return 3;
        sum += result;
    }
    return count == 2 * turns && sum == 11 ? 0 : 4;
}
