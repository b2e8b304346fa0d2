// membarrier(2), command PRIVATE_EXPEDITED: Linux 4.14 and later. A process registers once; the call
// then returns after every running thread of the process has passed a full barrier.
#include <kev/world.hpp>

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace kev::inline native {

namespace {

// <linux/membarrier.h> came later than some C libraries that are still in use; the numbers are ABI.
constexpr int private_expedited = 1 << 3;
constexpr int register_private_expedited = 1 << 4;

bool membarrier(int command) noexcept {
    return syscall(SYS_membarrier, command, 0, 0) == 0;
}

} // namespace

namespace detail {
bool asymmetric_fence_free = false;
} // namespace detail

namespace {

// Before the objects with static storage of the program itself are made (101 is the first priority that
// is not the compiler's own), and so before any of them starts a thread: nobody reads the flag while it
// is written.
[[gnu::constructor(101)]] void ask_the_kernel() noexcept {
    detail::asymmetric_fence_free = membarrier(register_private_expedited);
}

// A sandbox that was closed behind us. The light halves order nothing any more, and a lock that goes on would
// lose a wake-up one day: better to end here, with a reason.
[[noreturn]] void give_up() noexcept {
    std::perror("membarrier");
    std::abort();
}

} // namespace

void asymmetric_fence_heavy() noexcept {
    if (!detail::asymmetric_fence_free) {
        std::atomic_thread_fence(std::memory_order_seq_cst);
        return;
    }
    // The thread's own accesses are ordered by the same call.
    while (!membarrier(private_expedited)) {
        // A kernel for very many processors takes memory for the set of those to interrupt, and has none just now:
        // a lock must not end a program for that.
        if (errno != ENOMEM) give_up();
        std::this_thread::yield();
    }
}

} // namespace kev::inline native
