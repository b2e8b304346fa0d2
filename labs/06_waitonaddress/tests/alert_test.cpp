// The promises of the alert calls. The same tests run on the emulation and on ntdll.
#include <kev/lab06/thread_alert.hpp>

#include <kev/lab02/nt_time.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab06 {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

nt::NTSTATUS wait(std::chrono::milliseconds limit, void* address = nullptr) {
    nt::LARGE_INTEGER timeout = lab02::relative_timeout(limit);
    return nt::NtWaitForAlertByThreadId(address, &timeout);
}

class Alert : public ::testing::Test {
protected:
    void SetUp() override {
        wait(0ms); // an old alert would be the first to be found
        ASSERT_EQ(wait(0ms), nt::STATUS_TIMEOUT);
    }
};

TEST_F(Alert, WakesAThreadThatSleeps) {
    std::atomic<nt::HANDLE> id{nullptr};
    std::atomic<bool> woken{false};
    std::jthread sleeper([&] {
        id = this_thread_id();
        EXPECT_EQ(nt::NtWaitForAlertByThreadId(nullptr, nullptr), nt::STATUS_ALERTED);
        woken = true;
    });
    testing::wait_until_true([&] { return id.load() != nullptr; });
    testing::let_others_run();
    EXPECT_FALSE(woken);
    EXPECT_EQ(nt::NtAlertThreadByThreadId(id), nt::STATUS_SUCCESS);
    sleeper.join();
    EXPECT_TRUE(woken);
}

TEST_F(Alert, IsKeptIfItComesBeforeTheWait) {
    EXPECT_EQ(nt::NtAlertThreadByThreadId(this_thread_id()), nt::STATUS_SUCCESS);
    EXPECT_EQ(nt::NtWaitForAlertByThreadId(nullptr, nullptr), nt::STATUS_ALERTED);
}

TEST_F(Alert, IsOneHoweverOftenItComes) {
    for (int i = 0; i < 3; ++i) nt::NtAlertThreadByThreadId(this_thread_id());
    EXPECT_EQ(wait(0ms), nt::STATUS_ALERTED);
    EXPECT_EQ(wait(0ms), nt::STATUS_TIMEOUT);
}

// Seen under Wine 8; Wine's tests expect it of Windows. The alert passes no address that the kernel could
// compare. If this fails on a Windows, the lesson's table has to be changed.
TEST_F(Alert, HasNothingToDoWithTheAddress) {
    alignas(8) long one = 0;
    alignas(8) long other = 0;
    nt::NtAlertThreadByThreadId(this_thread_id());
    EXPECT_EQ(wait(0ms, &one), nt::STATUS_ALERTED);
    EXPECT_EQ(wait(0ms, &other), nt::STATUS_TIMEOUT);
}

TEST_F(Alert, ForAnIdWithoutAThreadIsRefused) {
    EXPECT_EQ(nt::NtAlertThreadByThreadId(nullptr), nt::STATUS_INVALID_CID);
    auto const nobody = reinterpret_cast<nt::HANDLE>(std::uintptr_t{0x7FFF'FFF0});
    EXPECT_EQ(nt::NtAlertThreadByThreadId(nobody), nt::STATUS_INVALID_CID);
}

TEST_F(Alert, WaitTimesOutNotBeforeItsTime) {
    auto const start = steady_clock::now();
    EXPECT_EQ(wait(50ms), nt::STATUS_TIMEOUT);
    // Windows counts in ticks of its clock (up to 15.6 ms) and may be early by one.
    EXPECT_GE(steady_clock::now() - start, 50ms - 15'625us);
}

TEST_F(Alert, WaitTakesMomentsToo) {
    auto const now = std::chrono::system_clock::now();
    nt::LARGE_INTEGER soon = lab02::absolute_timeout(now + 30ms);
    auto const start = steady_clock::now();
    EXPECT_EQ(nt::NtWaitForAlertByThreadId(nullptr, &soon), nt::STATUS_TIMEOUT);
    EXPECT_GE(steady_clock::now() - start, 30ms - 15'625us);
    nt::LARGE_INTEGER past = lab02::absolute_timeout(now - 1h);
    EXPECT_EQ(nt::NtWaitForAlertByThreadId(nullptr, &past), nt::STATUS_TIMEOUT);
}

TEST_F(Alert, ReachesTheThreadItNamesAndNoOther) {
    std::atomic<nt::HANDLE> id{nullptr};
    std::atomic<bool> stop{false};
    std::jthread other([&] {
        id = this_thread_id();
        while (!stop) std::this_thread::yield();
        EXPECT_EQ(wait(0ms), nt::STATUS_TIMEOUT);
    });
    testing::wait_until_true([&] { return id.load() != nullptr; });
    EXPECT_NE(id, this_thread_id());
    nt::NtAlertThreadByThreadId(this_thread_id());
    stop = true;
    other.join();
    EXPECT_EQ(wait(0ms), nt::STATUS_ALERTED);
}

} // namespace
} // namespace kev::lab06
