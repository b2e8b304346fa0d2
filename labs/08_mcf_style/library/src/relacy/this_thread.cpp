#include <kev/detail/this_thread.hpp>

#include <kev/world.hpp>

namespace kev::detail {

std::uintptr_t this_thread() noexcept {
    return rl::thread_index() + std::uintptr_t{1};
}

} // namespace kev::detail
