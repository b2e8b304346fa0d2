// A wait in a library that is loaded later: there a thread_local variable would be made when a thread first uses it, by
// malloc(). But the waiter has announced itself by then, and a releaser may be blocked until it is in the kernel.
#include <kev/testing/threads.hpp>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

#include <dlfcn.h>

namespace {
thread_local bool refuses_memory = false;
std::atomic<int> refused{0};
} // namespace

// glibc's own functions, under the names by which they can be called from ours.
extern "C" void* __libc_malloc(std::size_t);              // NOLINT(bugprone-reserved-identifier)
extern "C" void* __libc_calloc(std::size_t, std::size_t); // NOLINT(bugprone-reserved-identifier)
extern "C" void* __libc_realloc(void*, std::size_t);      // NOLINT(bugprone-reserved-identifier)

extern "C" void* malloc(std::size_t size) {
    if (!refuses_memory) return __libc_malloc(size);
    ++refused;
    return nullptr;
}
extern "C" void* calloc(std::size_t number, std::size_t size) {
    if (!refuses_memory) return __libc_calloc(number, size);
    ++refused;
    return nullptr;
}
extern "C" void* realloc(void* memory, std::size_t size) {
    if (!refuses_memory) return __libc_realloc(memory, size);
    ++refused;
    return nullptr;
}

namespace kev::lab02 {
namespace {

using call = void (*)(void const* key);

call found(void* library, char const* name) {
    return reinterpret_cast<call>(dlsym(library, name));
}

TEST(LateLibrary, WaitsAndReleasesWithoutMemory) {
    void* const library = dlopen(KEV_LATE_LIBRARY, RTLD_NOW);
    ASSERT_NE(library, nullptr) << dlerror();
    call const wait = found(library, "late_wait");
    call const release = found(library, "late_release");
    ASSERT_TRUE(wait != nullptr && release != nullptr);

    alignas(8) static long key = 0;
    std::jthread waiter([&] {
        refuses_memory = true;
        wait(&key);
        refuses_memory = false;
    });
    std::jthread releaser([&] {
        refuses_memory = true;
        release(&key);
        refuses_memory = false;
    });
    waiter.join();
    releaser.join();
    EXPECT_EQ(refused, 0) << "a thread on its way to a meeting asked for memory";

    // By a pointer that the compiler does not know: it may leave out a call of malloc() that it sees.
    void* (*const volatile allocate)(std::size_t) = std::malloc;
    refuses_memory = true;
    void* const nothing = allocate(1);
    refuses_memory = false;
    EXPECT_TRUE(nothing == nullptr && refused == 1) << "memory is not refused";
}

} // namespace
} // namespace kev::lab02
