// The parts that only the emulation has: ids, and calls of the kernel.
#include <kev/lab02/nt_time.hpp>
#include <kev/lab06/emulation/alert_flags.hpp>
#include <kev/lab06/thread_alert.hpp>
#include <kev/testing/threads.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <new>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab06 {
namespace {

TEST(ThreadId, IsAMultipleOfFourAndStaysTheSame) {
    auto const id = reinterpret_cast<std::uintptr_t>(this_thread_id());
    EXPECT_NE(id, 0u);
    EXPECT_EQ(id % 4, 0u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(this_thread_id()), id);
}

TEST(ThreadId, IsNotThatOfAnyThreadBefore) {
    std::vector<nt::HANDLE> ids;
    for (int i = 0; i < 500; ++i) std::jthread([&] { ids.push_back(this_thread_id()); });
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

TEST(ThreadId, IsRefusedOnceItsThreadHasEnded) {
    nt::HANDLE id = nullptr;
    std::jthread([&] { id = this_thread_id(); }).join();
    EXPECT_EQ(nt::NtAlertThreadByThreadId(id), nt::STATUS_INVALID_CID);
    // The next thread has the same flag, and is not alerted by the old id.
    std::jthread([&] {
        this_thread_id();
        EXPECT_EQ(nt::NtAlertThreadByThreadId(id), nt::STATUS_INVALID_CID);
        nt::LARGE_INTEGER now{0};
        EXPECT_EQ(nt::NtWaitForAlertByThreadId(nullptr, &now), nt::STATUS_TIMEOUT);
    }).join();
}

TEST(ThreadId, IsRefusedIfNoThreadCanHaveIt) {
    for (std::uintptr_t const bits : {1u, 2u, 3u, 5u, 4'000'000u}) {
        EXPECT_EQ(nt::NtAlertThreadByThreadId(reinterpret_cast<nt::HANDLE>(bits)),
                  nt::STATUS_INVALID_CID)
            << bits;
    }
}

TEST(ThreadId, IsFoundAmongThousands) {
    constexpr int threads = sizeof(void*) == 8 ? 1'000 : 300; // four blocks of flags, or two
    std::vector<nt::HANDLE> ids(threads);
    std::atomic<int> ready{0};
    std::vector<std::jthread> sleepers;
    for (nt::HANDLE& id : ids) {
        sleepers.emplace_back([&] {
            id = this_thread_id();
            ++ready;
            nt::NtWaitForAlertByThreadId(nullptr, nullptr);
        });
    }
    testing::wait_until_true([&] { return ready == threads; });
    for (nt::HANDLE const id : ids) EXPECT_EQ(nt::NtAlertThreadByThreadId(id), nt::STATUS_SUCCESS);
}

// With pointers of 32 bits an id has 18 bits for the flag and 14 for its owner. With 64 bits neither limit can be reached here.
TEST(AlertFlags, RefuseAThreadThatHasNoRoom) {
    if constexpr (sizeof(void*) == 4) {
        static emulation::alert_flags flags; // its memory is never freed
        for (std::uint32_t number = 0; number < 65'280; ++number)
            ASSERT_LT(flags.take().flag, (std::uint64_t{1} << emulation::bits_below_owner) / 4 - 1);
        EXPECT_THROW(flags.take(), std::bad_alloc);
        flags.give_back(7);
        emulation::thread_number const next = flags.take();
        EXPECT_EQ(next.flag, 7u);
        EXPECT_EQ(next.owner, 1u);
    }
}

TEST(AlertFlags, CountTheirOwnersUntilTheCountWraps) {
    if constexpr (sizeof(void*) == 4) {
        static emulation::alert_flags flags; // its memory is never freed
        std::uint32_t const flag = flags.take().flag;
        for (std::uint32_t owner = 1; owner <= 16'384; ++owner) {
            flags.give_back(flag);
            emulation::thread_number const next = flags.take();
            ASSERT_EQ(next.flag, flag);
            ASSERT_EQ(next.owner, owner % 16'384);
        }
    }
}

// An alert for a thread that is awake is no call of the kernel, and neither is the wait that finds it.
TEST(Alert, CallsTheKernelOnlyForASleeper) {
    tally const before = this_thread_tally();
    for (int i = 0; i < 100; ++i) {
        nt::NtAlertThreadByThreadId(this_thread_id());
        nt::NtWaitForAlertByThreadId(nullptr, nullptr);
    }
    EXPECT_EQ(this_thread_tally().sleeps, before.sleeps);
    EXPECT_EQ(this_thread_tally().wakes, before.wakes);
}

TEST(Alert, IsNotSleptForUntilAMomentThatHasPassed) {
    tally const before = this_thread_tally();
    nt::LARGE_INTEGER past =
        lab02::absolute_timeout(std::chrono::system_clock::now() - std::chrono::hours(1));
    EXPECT_EQ(nt::NtWaitForAlertByThreadId(nullptr, &past), nt::STATUS_TIMEOUT);
    EXPECT_EQ(this_thread_tally().sleeps, before.sleeps);
    nt::LARGE_INTEGER soon =
        lab02::absolute_timeout(std::chrono::system_clock::now() + std::chrono::milliseconds(1));
    EXPECT_EQ(nt::NtWaitForAlertByThreadId(nullptr, &soon), nt::STATUS_TIMEOUT);
    EXPECT_EQ(this_thread_tally().sleeps, before.sleeps + 1) << "the counter does not count";
}

} // namespace
} // namespace kev::lab06
