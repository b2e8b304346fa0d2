// No way to make other threads pass a barrier: both halves are ordinary fences.
#include <kev/world.hpp>

namespace kev::inline native {

namespace detail {
bool asymmetric_fence_free = false;
} // namespace detail

void asymmetric_fence_heavy() noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

} // namespace kev::inline native
