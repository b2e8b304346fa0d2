/* A thread, a mutex and a key through GCC's interface. Ends with 0 if all is well. */
#include <kev/gthr.h>

#include <stddef.h>

static __gthread_mutex_t mutex = __GTHREAD_MUTEX_INIT;
static __gthread_key_t key;
static int ended;

static void note_end(void* value) {
    __gthread_mutex_lock(&mutex);
    ended = value == &key;
    __gthread_mutex_unlock(&mutex);
}

static void* set_value(void* argument) {
    __gthread_setspecific(key, &key);
    return argument;
}

int main(void) {
    __gthread_t thread;
    if (__gthread_key_create(&key, note_end) != 0) return 1;
    if (__gthread_create(&thread, set_value, NULL) != 0) return 2;
    if (__gthread_join(thread, NULL) != 0) return 3;
    return ended ? 0 : 4;
}
