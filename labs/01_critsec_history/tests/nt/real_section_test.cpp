// The system's own CRITICAL_SECTION does what ours do, as far as can be seen without damaging it. Its
// LockCount is looked at only where all versions, and Wine, agree: in a free section.
#include <kev/native/windows_api.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <cstdint>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab01 {
namespace {

class RealSection : public ::testing::Test {
protected:
    void SetUp() override { InitializeCriticalSection(&section); }
    void TearDown() override { DeleteCriticalSection(&section); }

    bool is_mine() const {
        return reinterpret_cast<std::uintptr_t>(section.OwningThread) == GetCurrentThreadId();
    }

    CRITICAL_SECTION section{};
};

TEST_F(RealSection, IsFreeWhenItIsMade) {
    EXPECT_EQ(section.LockCount, -1);
    EXPECT_EQ(section.RecursionCount, 0);
    EXPECT_EQ(section.OwningThread, nullptr);
    EXPECT_EQ(section.LockSemaphore, nullptr) << "no event before it is needed";
}

TEST_F(RealSection, CountsItsOwnerAgainAndAgain) {
    EnterCriticalSection(&section);
    EXPECT_TRUE(is_mine());
    EXPECT_EQ(section.RecursionCount, 1);
    EnterCriticalSection(&section);
    EXPECT_TRUE(TryEnterCriticalSection(&section));
    EXPECT_EQ(section.RecursionCount, 3);
    for (int i = 0; i < 3; ++i) LeaveCriticalSection(&section);
    EXPECT_EQ(section.LockCount, -1);
    EXPECT_EQ(section.RecursionCount, 0);
    EXPECT_EQ(section.OwningThread, nullptr);
}

TEST_F(RealSection, TryEnterFailsExactlyWhileAnotherThreadOwnsIt) {
    EnterCriticalSection(&section);
    std::thread([&] { EXPECT_FALSE(TryEnterCriticalSection(&section)); }).join();
    LeaveCriticalSection(&section);
    std::thread([&] {
        EXPECT_TRUE(TryEnterCriticalSection(&section));
        LeaveCriticalSection(&section);
    }).join();
}

TEST_F(RealSection, KeepsAWaiterOutUntilItsOwnerHasLeftAsOftenAsItEntered) {
    std::atomic<bool> entered{false};
    EnterCriticalSection(&section);
    EnterCriticalSection(&section);
    std::jthread visitor([&] {
        EnterCriticalSection(&section);
        entered = true;
        LeaveCriticalSection(&section);
    });
    LeaveCriticalSection(&section);
    testing::let_others_run();
    EXPECT_FALSE(entered);
    LeaveCriticalSection(&section);
    visitor.join();
    EXPECT_TRUE(entered);
    EXPECT_EQ(section.LockCount, -1);
}

TEST(RealSections, CanBeMadeWithTheOldFlag) {
    CRITICAL_SECTION section;
    ASSERT_TRUE(InitializeCriticalSectionAndSpinCount(&section, 0x8000'0000));
    EnterCriticalSection(&section);
    LeaveCriticalSection(&section);
    EXPECT_EQ(section.LockCount, -1);
    DeleteCriticalSection(&section);
}

} // namespace
} // namespace kev::lab01
