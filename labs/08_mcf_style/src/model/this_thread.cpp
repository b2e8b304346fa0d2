#include <kev/lab08/this_thread.hpp>

#include <kev/world.hpp>

namespace kev::lab08 {

std::uintptr_t this_thread() noexcept {
    checker::run* const run = checker::run::active();
    return run != nullptr ? run->self() : 1;
}

} // namespace kev::lab08
