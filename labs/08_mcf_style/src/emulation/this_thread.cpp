#include <kev/lab08/this_thread.hpp>

#include <kev/world.hpp>

namespace kev::lab08 {

// Each thread has a tally, and no two are at one address.
std::uintptr_t this_thread() noexcept {
    return reinterpret_cast<std::uintptr_t>(&this_thread_tally());
}

} // namespace kev::lab08
