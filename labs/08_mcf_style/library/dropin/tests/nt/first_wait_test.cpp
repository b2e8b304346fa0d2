// The first waits of a program, while another thread has the loader's lock. Where the calls of ntdll are found by name
// (KEV_NTDLL_BY_NAME), one of the waiting threads must not be looking for the call by which the other waits for that.
#include <kev/event.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include <kev/native/nt/ntdll_function.hpp>

namespace kev::lab08 {
namespace {

TEST(FirstWait, DoesNotWaitForItself) {
    auto* const lock_loader = ntdll_function<LONG(ULONG, ULONG*, ULONG_PTR*)>("LdrLockLoaderLock");
    auto* const unlock_loader = ntdll_function<LONG(ULONG, ULONG_PTR)>("LdrUnlockLoaderLock");
    ASSERT_TRUE(lock_loader != nullptr && unlock_loader != nullptr);
    event done;
    std::atomic<int> ready{0};
    std::atomic<bool> may_wait{false};
    auto const wait = [&] {
        ++ready; // a thread that begins needs the lock, too
        testing::wait_until_true([&] { return may_wait.load(); });
        done.wait();
    };
    std::jthread one(wait);
    std::jthread other(wait);
    testing::wait_until_true([&] { return ready == 2; });
    ULONG_PTR cookie = 0;
    ASSERT_EQ(lock_loader(0, nullptr, &cookie), 0);
    may_wait = true;
    testing::let_others_run();
    done.set(); // forever, if a waiter must ask the loader before it can sleep
    EXPECT_EQ(unlock_loader(0, cookie), 0);
}

} // namespace
} // namespace kev::lab08
