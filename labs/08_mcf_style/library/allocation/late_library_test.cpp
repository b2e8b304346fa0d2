// Locks in a library that is loaded while the program runs. There a thread's first use of a thread_local variable would
// take memory. No lock may need one: a thread that cannot get memory can still lock and wait.
#include "late_calls.hpp"

#include <kev/testing/refused_memory.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include <dlfcn.h>

namespace kev::lab08 {
namespace {

late_calls const& locks_of(char const* file) {
    void* const library = dlopen(file, RTLD_NOW);
    if (library == nullptr) throw std::runtime_error(dlerror());
    return *reinterpret_cast<late_calls const* (*)()>(dlsym(library, "late_locks"))();
}

TEST(LateLibrary, LocksWithoutMemory) {
    late_calls const& locks = locks_of(KEV_LATE_LIBRARY);
    kev_mutex mutex = KEV_MUTEX_INIT;
    kev_recursive_mutex recursive = KEV_RECURSIVE_MUTEX_INIT;
    kev_semaphore semaphore = KEV_SEMAPHORE_INIT(0);
    kev_cond cond = KEV_COND_INIT;
    std::atomic<int> through{0};
    locks.mutex_lock(&mutex);
    // Each thread is new: whatever a thread allocates once, it would allocate in here.
    std::jthread const locker([&] {
        testing::memory_refused const none;
        locks.recursive_mutex_lock(&recursive);
        locks.recursive_mutex_unlock(&recursive);
        locks.mutex_lock(&mutex); // sleeps
        locks.mutex_unlock(&mutex);
        locks.cond_notify_all(&cond);
        ++through;
    });
    std::jthread const acquirer([&] {
        testing::memory_refused const none;
        locks.semaphore_acquire(&semaphore); // sleeps
        locks.mutex_lock(&mutex);
        locks.cond_wait_for(&cond, &mutex, 1'000'000);
        locks.mutex_unlock(&mutex);
        ++through;
    });
    testing::let_others_run();
    EXPECT_EQ(through, 0);
    locks.semaphore_release(&semaphore, 1);
    locks.mutex_unlock(&mutex);
    testing::wait_until_true([&] { return through == 2; });
    EXPECT_EQ(testing::refused_requests(), 0);

    testing::memory_refused const none;
    void* const nothing = std::malloc(1);
    EXPECT_TRUE(nothing == nullptr && testing::refused_requests() == 1) << "memory is not refused";
}

} // namespace
} // namespace kev::lab08
