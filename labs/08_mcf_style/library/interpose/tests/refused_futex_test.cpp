// A sandbox or an emulator may have a part of futex(2) only. No thread may then sleep for ever in silence.
#include "posix_helpers.hpp"

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

namespace {

using namespace kev::interpose_tests;

constexpr unsigned no_operation = 127;

// From now on futex(2) with this operation gives `error` to the calling thread, and to those that it starts.
bool refuse(unsigned operation, unsigned error) {
    std::array<sock_filter, 7> rules{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[1])),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, unsigned{FUTEX_PRIVATE_FLAG} - 1),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, operation, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    sock_fprog const program{static_cast<unsigned short>(rules.size()), rules.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
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
        testing::internal::CaptureStderr();
        int const status =
            status_of_child([&] { return refuse(operation, ENOSYS) ? notify_all_of(1) : 2; });
        EXPECT_EQ(status, -1); // a signal
        EXPECT_NE(testing::internal::GetCapturedStderr().find("kev: futex fails"),
                  std::string::npos)
            << "operation " << operation;
    }
}

} // namespace
