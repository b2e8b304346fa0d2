/* The C interface, from the installed tree. Ends with 0 if all is well. */
#include <kev/kev.h>

#include <stdio.h>

static kev_mutex mutex = KEV_MUTEX_INIT;
static kev_once_flag once = KEV_ONCE_INIT;
static kev_semaphore permits = KEV_SEMAPHORE_INIT(1);
static int initialized;

static void initialize(void) {
    ++initialized;
}

int main(void) {
    kev_once_call(&once, initialize);
    kev_once_call(&once, initialize);
    kev_mutex_lock(&mutex);
    bool const twice = kev_mutex_try_lock_for(&mutex, 1000000);
    kev_mutex_unlock(&mutex);
    kev_semaphore_acquire(&permits);
    bool const free = kev_semaphore_try_acquire(&permits);
    printf("initialized %d time(s)\n", initialized);
    return initialized == 1 && !twice && !free ? 0 : 1;
}
