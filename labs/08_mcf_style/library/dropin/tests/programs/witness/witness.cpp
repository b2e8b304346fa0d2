// Linked into a program that knows nothing of it: the program fails unless its threads have slept in our locks. Counts what
// the locks report to the hook of the tallies.
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <kev/native/core.hpp>

namespace {

constinit std::atomic<unsigned> sleeps{0};

void note(std::uint64_t kev::tally::*number) noexcept {
    // relaxed: it is read when the threads have been joined.
    if (number == &kev::tally::waits) sleeps.fetch_add(1, std::memory_order_relaxed);
}

// A call at exit: a static object's destructor would come behind what the program registers before main().
void testify() {
    // relaxed: as above.
    unsigned const count = sleeps.load(std::memory_order_relaxed);
    std::printf("sleeps in our locks: %u\n", count);
    std::fflush(stdout);
    if (count == 0) std::_Exit(3);
}

// relaxed: no other thread is there yet.
[[maybe_unused]] bool const ready = [] {
    kev::library::call_counter.store(note, std::memory_order_relaxed);
    return std::atexit(testify) == 0;
}();

} // namespace
