#include <kev/library/this_thread.hpp>

#include <kev/world.hpp>

namespace kev::library {

std::uintptr_t this_thread() noexcept {
    checker::run* const run = checker::run::active();
    // A run counts its threads from 1. While the scenario is made and when it is looked at in the end it says 0,
    // which in a mutex means "no owner". So such a caller gets a number behind those of all threads.
    if (run == nullptr || run->self() == 0) return checker::max_threads;
    return run->self();
}

} // namespace kev::library
