// The first wait of a thread, while the thread that owns the loader's lock releases it and is blocked until then. Where
// the calls of ntdll are found by name (KEV_NTDLL_BY_NAME), the waiter must not have to look for its call.
#include <kev/lab02/keyed_event.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include <kev/native/nt/ntdll_function.hpp>

namespace kev::lab02 {
namespace {

TEST(FirstWait, DoesNotNeedTheLoadersLock) {
    auto* const lock_loader = ntdll_function<LONG(ULONG, ULONG*, ULONG_PTR*)>("LdrLockLoaderLock");
    auto* const unlock_loader = ntdll_function<LONG(ULONG, ULONG_PTR)>("LdrUnlockLoaderLock");
    ASSERT_TRUE(lock_loader != nullptr && unlock_loader != nullptr);
    alignas(8) static long key = 0;
    std::atomic<bool> ready{false};
    std::atomic<bool> may_wait{false};
    std::jthread waiter([&] {
        ready = true; // a thread that begins needs the loader's lock, too
        testing::wait_until_true([&] { return may_wait.load(); });
        default_event.wait(&key);
    });
    testing::wait_until_true([&] { return ready.load(); });
    ULONG_PTR cookie = 0;
    ASSERT_EQ(lock_loader(0, nullptr, &cookie), 0);
    may_wait = true;
    default_event.release(&key); // forever, if the waiter waits for the loader's lock
    EXPECT_EQ(unlock_loader(0, cookie), 0);
    waiter.join();
}

} // namespace
} // namespace kev::lab02
