// A sandbox or an emulator may have a part of futex(2) only. No thread may then sleep forever in silence.
#include "posix_helpers.hpp"

#include <kev/testing/refused_call.hpp>

#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <linux/futex.h>
#include <sys/syscall.h>

namespace {

using namespace kev::interpose_tests;

constexpr unsigned no_operation = 127;

bool refuse(unsigned operation, unsigned error) {
    return kev::testing::refuse(SYS_futex, error, kev::testing::futex_operation(operation));
}

class RefusedFutex : public ::testing::Test {
protected:
    void SetUp() override {
        if (std::string(std::getenv("KEV_LOCK")) == "libc")
            GTEST_SKIP() << "glibc's own sleeps are asked nothing here";
        if (status_of_child([] { return refuse(no_operation, ENOSYS) ? 0 : 1; }) != 0)
            GTEST_SKIP() << "this system lets nobody filter system calls";
    }
};

// @return 0 when all waiters have come back.
int notify_all_of(int number) {
    std::mutex mutex;
    std::condition_variable condition;
    int waiting = 0;
    bool ready = false;
    std::vector<std::jthread> waiters;
    for (int i = 0; i < number; ++i)
        waiters.emplace_back([&] {
            std::unique_lock lock(mutex);
            ++waiting;
            condition.wait(lock, [&] { return ready; });
        });
    for (bool all = false; !all; std::this_thread::yield()) {
        std::lock_guard const lock(mutex);
        all = waiting == number;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // they sleep by now, most likely
    {
        std::lock_guard const lock(mutex);
        ready = true;
    }
    condition.notify_all();
    waiters.clear(); // joins
    return 0;
}

TEST_F(RefusedFutex, ANotificationOfAllReachesAllThoughNoneCanBeMoved) {
    for (unsigned const error : {ENOSYS, EPERM})
        for (int const waiters : {1, 2, 5, 20}) {
            int const status = status_of_child(
                [&] { return refuse(FUTEX_CMP_REQUEUE, error) ? notify_all_of(waiters) : 2; });
            ASSERT_EQ(status, 0) << waiters << " waiters, error " << error;
        }
}

TEST_F(RefusedFutex, AProgramThatCannotSleepOrWakeIsEndedWithAMessage) {
    for (unsigned const operation : {FUTEX_WAIT_BITSET, FUTEX_WAKE}) {
        ::testing::internal::CaptureStderr();
        int const status =
            status_of_child([&] { return refuse(operation, ENOSYS) ? notify_all_of(1) : 2; });
        EXPECT_EQ(status, -1); // a signal
        EXPECT_NE(::testing::internal::GetCapturedStderr().find("kev: futex fails"),
                  std::string::npos)
            << "operation " << operation;
    }
}

} // namespace
