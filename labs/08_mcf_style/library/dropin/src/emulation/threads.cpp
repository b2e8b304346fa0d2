// Threads and keys off Windows: those of POSIX.
#include <kev/gthr_core.h>

#include <cerrno>
#include <type_traits>

#include <pthread.h>
#include <sched.h>

static_assert(sizeof(pthread_t) <= sizeof(__kev_thread));
// Not its size: macOS has an unsigned long here.
static_assert(std::is_integral_v<pthread_key_t>);

// pthread_t is a number here and a pointer there; a C cast takes both.
static __kev_thread from(pthread_t thread) {
    return (__kev_thread)thread;
}
static pthread_t to(__kev_thread thread) {
    return (pthread_t)thread;
}

extern "C" {

int __kev_thread_create(__kev_thread* created, void* (*function)(void*), void* argument) {
    pthread_t thread{};
    int const error = pthread_create(&thread, nullptr, function, argument);
    if (error == 0) *created = from(thread);
    return error;
}
int __kev_thread_join(__kev_thread thread, void** result) {
    // glibc says so itself. POSIX does not ask for it, and ThreadSanitizer ends the program instead.
    if (pthread_equal(to(thread), pthread_self()) != 0) return EDEADLK;
    return pthread_join(to(thread), result);
}
int __kev_thread_detach(__kev_thread thread) {
    return pthread_detach(to(thread));
}
__kev_thread __kev_thread_self(void) {
    return from(pthread_self());
}
void __kev_thread_yield(void) {
    sched_yield();
}
void __kev_thread_exit(void* result) {
    pthread_exit(result);
}

int __kev_key_create(__kev_key* created, void (*destructor)(void*)) {
    pthread_key_t key{};
    int const error = pthread_key_create(&key, destructor);
    if (error == 0)
        *created = static_cast<__kev_key>(key); // an index: below PTHREAD_KEYS_MAX everywhere
    return error;
}
int __kev_key_delete(__kev_key key) {
    return pthread_key_delete(key);
}
void* __kev_key_get(__kev_key key) {
    return pthread_getspecific(key);
}
int __kev_key_set(__kev_key key, void const* value) {
    return pthread_setspecific(key, value);
}

} // extern "C"
