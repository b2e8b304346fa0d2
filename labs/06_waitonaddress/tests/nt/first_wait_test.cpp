// The first wait of a program, while another thread has the loader's lock: one that sleeps by alerts. Where the calls of
// ntdll are found by name (KEV_NTDLL_BY_NAME), that must have been done before.
#include <kev/lab06/wait_on_address.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include <kev/native/nt/ntdll_function.hpp>

namespace kev::lab06 {
namespace {

TEST(FirstWait, DoesNotMeetTheLoadersLock) {
    auto* const lock_loader = ntdll_function<LONG(ULONG, ULONG*, ULONG_PTR*)>("LdrLockLoaderLock");
    auto* const unlock_loader = ntdll_function<LONG(ULONG, ULONG_PTR)>("LdrUnlockLoaderLock");
    ASSERT_TRUE(lock_loader != nullptr && unlock_loader != nullptr);
    kev::atomic<std::uint32_t> door{0};
    std::atomic<bool> ready{false};
    std::atomic<bool> may_wait{false};
    std::jthread waiter([&] {
        ready = true; // a thread that begins needs the lock, too
        testing::wait_until_true([&] { return may_wait.load(); });
        std::uint32_t const closed = 0;
        while (door.load() == closed) wait_on_address(&door, &closed, sizeof closed);
    });
    testing::wait_until_true([&] { return ready.load(); });
    ULONG_PTR cookie = 0;
    ASSERT_EQ(lock_loader(0, nullptr, &cookie), 0);
    may_wait = true;
    testing::wait_until_true([&] { return process_table().bucket_of(&door).occupied(); });
    testing::let_others_run();
    door.store(1);
    wake_by_address_single(&door);
    testing::let_others_run();
    EXPECT_EQ(unlock_loader(0, cookie), 0);
    waiter.join(); // forever, if the loader's lock has got the alert
}

} // namespace
} // namespace kev::lab06
