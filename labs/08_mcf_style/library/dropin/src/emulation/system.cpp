// What the drop-in asks of the system off Windows: threads and keys, which are those of POSIX; the clock of the calendar, which
// futex(2) knows; a sleep; and the stacks of threads.
#include "../calendar.hpp"
#include "../this_stack.hpp"

#include <cerrno>
#include <cstddef>
#include <ctime>
#include <functional>
#include <type_traits>

#include <kev/gthr_core.h>
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

// A signal handler may end it.
extern "C" int __kev_thread_sleep(timespec const* interval, timespec* left) {
    if (nanosleep(interval, left) == 0) return 0;
    return errno == EINTR ? -1 : -2;
}

namespace kev {

namespace {

std::chrono::nanoseconds reading_of(clockid_t clock) noexcept {
    timespec now{};
    clock_gettime(clock, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

} // namespace

dropin::calendar::time_point dropin::calendar::now() noexcept {
    return time_point(std::chrono::floor<duration>(reading_of(CLOCK_REALTIME)));
}

} // namespace kev

// The system knows the stacks of threads, and not those of fibers. So on a fiber's stack the answer is always "no".
namespace kev::dropin {

namespace {

struct stack {
    void* lowest = nullptr;
    std::size_t size = 0;
    bool has(void const* address) const noexcept {
        void const* const end = static_cast<char const*>(lowest) + size;
        return std::less_equal<>()(static_cast<void const*>(lowest), address) &&
               std::less<>()(address, end);
    }
};

#ifdef __linux__
stack stack_of_this_thread() noexcept {
    stack found;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return found;
    pthread_attr_getstack(&attributes, &found.lowest, &found.size);
    pthread_attr_destroy(&attributes);
    return found;
}
#else
stack stack_of_this_thread() noexcept {
    std::size_t const size = pthread_get_stacksize_np(pthread_self());
    return {static_cast<char*>(pthread_get_stackaddr_np(pthread_self())) - size, size};
}
#endif

} // namespace

bool is_on_this_stack(void const* frame) noexcept {
    stack const of_thread = stack_of_this_thread();
    return of_thread.has(frame) && of_thread.has(__builtin_frame_address(0));
}

} // namespace kev::dropin
