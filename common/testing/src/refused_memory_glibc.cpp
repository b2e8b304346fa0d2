// malloc() and its relatives, in the place of glibc's. glibc's own are called by their other names.
#include <kev/testing/refused_memory.hpp>

#include <atomic>
#include <cstddef>

namespace kev::testing {

namespace {
constinit thread_local bool refuses = false;
constinit std::atomic<int> refused{0};
} // namespace

memory_refused::memory_refused() noexcept {
    refuses = true;
}

memory_refused::~memory_refused() {
    refuses = false;
}

int refused_requests() noexcept {
    return refused;
}

namespace {
bool is_refused() noexcept {
    if (refuses) ++refused;
    return refuses;
}
} // namespace

} // namespace kev::testing

extern "C" {

void* __libc_malloc(std::size_t);              // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t, std::size_t); // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void*, std::size_t);      // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) {
    return kev::testing::is_refused() ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
    return kev::testing::is_refused() ? nullptr : __libc_calloc(number, size);
}
void* realloc(void* memory, std::size_t size) {
    return kev::testing::is_refused() ? nullptr : __libc_realloc(memory, size);
}

} // extern "C"
