#include "fork_generation.hpp"

#include "shared_owners.hpp"

#include <pthread.h>

namespace kev::interpose {

constinit std::atomic<std::uint32_t> fork_generation{0};

namespace {

void in_the_child() noexcept {
    // relaxed: the child has one thread yet.
    fork_generation.fetch_add(1, std::memory_order_relaxed);
    repair_shared_owners();
}

[[maybe_unused]] bool const ready = pthread_atfork(nullptr, nullptr, in_the_child) == 0;

} // namespace

} // namespace kev::interpose
