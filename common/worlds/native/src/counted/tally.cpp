// The tally of each thread, and the hook that keeps it. A linker takes this file into a program that reads a tally, and
// into no other: the locks themselves touch no thread_local, which GCC emulates on Windows with memory and a lock.
#include <kev/world.hpp>

namespace kev::inline native {

tally& this_thread_tally() noexcept {
    thread_local tally mine;
    return mine;
}

namespace {

void add_one(std::uint64_t tally::*number) noexcept {
    ++(this_thread_tally().*number);
}

// relaxed: no other thread is there yet.
[[maybe_unused]] bool const counting = [] {
    detail::call_counter.store(add_one, std::memory_order_relaxed);
    return true;
}();

} // namespace

} // namespace kev::inline native
