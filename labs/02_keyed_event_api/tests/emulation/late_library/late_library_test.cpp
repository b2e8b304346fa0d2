// A wait in a library that is loaded later: there a thread_local variable would be made when a thread first uses it, by
// malloc(). But the waiter has announced itself by then, and a releaser may be blocked until it is in the kernel.
#include <kev/testing/refused_memory.hpp>
#include <kev/testing/threads.hpp>

#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

#include <dlfcn.h>

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
        testing::memory_refused const none;
        wait(&key);
    });
    std::jthread releaser([&] {
        testing::memory_refused const none;
        release(&key);
    });
    waiter.join();
    releaser.join();
    EXPECT_EQ(testing::refused_requests(), 0)
        << "a thread on its way to a meeting asked for memory";

    // By a pointer that the compiler does not know: it may leave out a call of malloc() that it sees.
    void* (*const volatile allocate)(std::size_t) = std::malloc;
    testing::memory_refused const none;
    void* const nothing = allocate(1);
    EXPECT_TRUE(nothing == nullptr && testing::refused_requests() == 1) << "memory is not refused";
}

} // namespace
} // namespace kev::lab02
