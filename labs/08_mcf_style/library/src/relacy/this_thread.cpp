#include <kev/lab08/this_thread.hpp>

#include <kev/world.hpp>

namespace kev::lab08 {

std::uintptr_t this_thread() noexcept {
    return rl::thread_index() + std::uintptr_t{1};
}

} // namespace kev::lab08
