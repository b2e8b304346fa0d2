#include <kev/library/this_thread.hpp>

#include <kev/world.hpp>

namespace kev::library {

std::uintptr_t this_thread() noexcept {
    return rl::thread_index() + std::uintptr_t{1};
}

} // namespace kev::library
