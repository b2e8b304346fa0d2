#include "fork_generation.hpp"

#include "libc.hpp"

#include <cerrno>
#include <ctime>

#include <sys/syscall.h>
#include <unistd.h>

extern "C" {
// pthread_atfork() calls this one, and is linked into each library itself. `library` is the address of the caller's
// __dso_handle, and libc forgets the handlers when this library is closed.
int __register_atfork(void (*before)(), void (*in_the_parent)(), void (*in_the_child)(),
                      void* library) noexcept;
[[gnu::visibility("hidden")]] extern void* __dso_handle;
}

namespace kev::interpose {

constinit std::atomic<std::uint32_t> fork_generation{0};

namespace {

constinit std::atomic<bool> registered{false};
constinit std::atomic<std::uint32_t> last_number{0};
constinit thread_local std::uint32_t my_number = 0;

void in_the_child() noexcept {
    // relaxed: the child has one thread yet.
    fork_generation.fetch_add(1, std::memory_order_relaxed);
}

// Handlers in the child run in the order in which they were registered, and the first one may unlock already.
void be_the_first() noexcept {
    // relaxed: the first registrations come from constructors, in one thread.
    if (!registered.exchange(true, std::memory_order_relaxed))
        KEV_LIBC(__register_atfork)(nullptr, nullptr, in_the_child, &__dso_handle);
}

[[gnu::constructor]] void be_registered() noexcept {
    be_the_first();
}

} // namespace

std::uint32_t thread_number() noexcept {
    // relaxed: it only draws a number.
    if (my_number == 0) my_number = last_number.fetch_add(1, std::memory_order_relaxed) + 1;
    return my_number;
}

void pause_for_another_thread() noexcept {
    int const kept = errno;
    timespec const pause{.tv_sec = 0, .tv_nsec = 20'000};
    // Not libc's function of that name: it is a cancellation point. And no yield: with real-time priorities that goes to
    // threads of the same priority only.
    syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &pause, nullptr);
    errno = kept;
}

} // namespace kev::interpose

extern "C" int __register_atfork(void (*before)(), void (*in_the_parent)(), void (*in_the_child)(),
                                 void* library) noexcept {
    kev::interpose::be_the_first();
    return KEV_LIBC(__register_atfork)(before, in_the_parent, in_the_child, library);
}
