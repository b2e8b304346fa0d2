/* What thrd_create() answers when there is no memory, and when the system gives no thread. The linker puts our functions
   in the place of malloc(), free() and the core's: each __wrap_f() is called for f(), and __real_f() is f(). */
#include <threads.h>

#include <stddef.h>

static int refuse_memory, refuse_threads;
static int memory_given; /* how many blocks were not given back */

void* __real_malloc(size_t size);
void __real_free(void* memory);
int __real___kev_thread_create(__kev_thread* created, void* (*function)(void*), void* argument);
void* __wrap_malloc(size_t size);
void __wrap_free(void* memory);
int __wrap___kev_thread_create(__kev_thread* created, void* (*function)(void*), void* argument);

void* __wrap_malloc(size_t size) {
    if (refuse_memory) return NULL;
    ++memory_given;
    return __real_malloc(size);
}
void __wrap_free(void* memory) {
    --memory_given;
    __real_free(memory);
}
int __wrap___kev_thread_create(__kev_thread* created, void* (*function)(void*), void* argument) {
    return refuse_threads ? 1 : __real___kev_thread_create(created, function, argument);
}

static int do_nothing(void* nothing) {
    (void)nothing;
    return 0;
}

int main(void) {
    int const before = memory_given; /* by the start of the program */
    thrd_t thread;
    refuse_memory = 1;
    if (thrd_create(&thread, do_nothing, NULL) != thrd_nomem) return 1;
    refuse_memory = 0;
    refuse_threads = 1;
    if (thrd_create(&thread, do_nothing, NULL) != thrd_error) return 2;
    if (memory_given != before) return 3;
    refuse_threads = 0;
    if (thrd_create(&thread, do_nothing, NULL) != thrd_success) return 4;
    if (thrd_join(thread, NULL) != thrd_success) return 5;
    return memory_given == before ? 0 : 6;
}
