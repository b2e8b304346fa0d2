// membarrier(2), command PRIVATE_EXPEDITED: Linux 4.14 and later. A process registers once; the call
// then returns after every running thread of the process has passed a full barrier.
#include <kev/world.hpp>

#include <sys/syscall.h>
#include <unistd.h>

namespace kev::inline native {

namespace {

// <linux/membarrier.h> came later than some C libraries that are still in use; the numbers are ABI.
constexpr int private_expedited = 1 << 3;
constexpr int register_private_expedited = 1 << 4;

bool membarrier(int command) noexcept {
    return syscall(SYS_membarrier, command, 0, 0) == 0;
}

bool registered() noexcept {
    static bool const done = membarrier(register_private_expedited);
    return done;
}

} // namespace

namespace detail {
bool asymmetric_fence_free = registered();
} // namespace detail

void asymmetric_fence_heavy() noexcept {
    // The thread's own accesses are ordered by the same call where it exists.
    if (registered() && membarrier(private_expedited)) return;
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

} // namespace kev::inline native
