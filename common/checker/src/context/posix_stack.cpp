// Stacks from the system, with a page below that traps: an overflow ends the program at once instead
// of writing over the neighbor.
#include "../context.hpp"

#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace kev::checker {

namespace {

std::size_t page() {
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

} // namespace

std::byte* new_stack(std::size_t size) {
    void* const memory =
        mmap(nullptr, size + page(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    mprotect(memory, page(), PROT_NONE);
    return static_cast<std::byte*>(memory) + page();
}

void drop_stack(std::byte* stack, std::size_t size) {
    munmap(stack - page(), size + page());
}

} // namespace kev::checker
