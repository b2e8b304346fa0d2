// A sandbox, an emulator or an older system may have a part of futex(2) only. docs/faults.md says what the locks make of it.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/event.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/testing/threads.hpp>

#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#if defined(__linux__)

#include <kev/native/futex_call.hpp>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace kev::lab08 {
namespace {

using testing::let_others_run;
using testing::wait_until_true;

// From now on futex(2) with this operation gives `error` to the calling thread.
bool refuse(unsigned operation, unsigned error) {
    sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, futex_number, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[1])),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, unsigned{FUTEX_PRIVATE_FLAG} - 1),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, operation, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    sock_fprog const program{static_cast<unsigned short>(std::size(rules)), rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

constexpr int no_filters_here = 77;

// Each test refuses calls in a process of its own.
class RefusedFutexDeathTest : public ::testing::TestWithParam<unsigned> {
protected:
    void SetUp() override {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
        if (can_refuse()) return;
        GTEST_SKIP() << "this system lets nobody filter system calls";
    }

private:
    static bool can_refuse() {
        bool can = false;
        std::thread([&can] {
            can = refuse(FUTEX_FD, ENOSYS);
        }).join(); // the filter is this thread's alone
        return can;
    }
};

// Wakes so many waiters at once, though the kernel moves none from one address to another.
[[noreturn]] void notify_all_without_requeue(int waiters, unsigned error) {
    mutex m;
    condition_variable changed;
    int waiting = 0;
    bool ready = false;
    std::vector<std::thread> threads;
    for (int i = 0; i < waiters; ++i) {
        threads.emplace_back([&] {
            std::unique_lock lock(m);
            ++waiting;
            changed.wait(lock, [&] { return ready; });
        });
    }
    wait_until_true([&] {
        std::lock_guard const look(m);
        return waiting == waiters;
    });
    let_others_run(); // they sleep
    if (!refuse(FUTEX_CMP_REQUEUE, error)) std::_Exit(no_filters_here);
    {
        std::lock_guard const mine(m);
        ready = true;
    }
    changed.notify_all();
    for (std::thread& each : threads) each.join();
    std::_Exit(0);
}

TEST_P(RefusedFutexDeathTest, RequeueIsReplacedByWakeUps) {
    if (way::callers_wait) GTEST_SKIP() << "by key a notifier wakes each waiter by itself";
    for (int const waiters : {1, 2, 3, 20})
        EXPECT_EXIT(notify_all_without_requeue(waiters, GetParam()), ::testing::ExitedWithCode(0),
                    "")
            << waiters << " waiters";
}

// A lock that spins for ever in silence would be worse.
TEST_P(RefusedFutexDeathTest, SleepEndsTheProgram) {
    EXPECT_EXIT(
        {
            event never;
            refuse(FUTEX_WAIT_BITSET, GetParam());
            never.wait();
        },
        ::testing::KilledBySignal(SIGABRT), "futex");
}

// So would a sleeper that nobody wakes.
TEST_P(RefusedFutexDeathTest, WakeUpEndsTheProgram) {
    EXPECT_EXIT(
        {
            event e;
            std::thread sleeper([&e] { e.wait(); });
            wait_until_true([&e] { return event::waiting::count(e.state()) != 0; });
            let_others_run(); // it sleeps
            refuse(FUTEX_WAKE, GetParam());
            e.set();
            std::_Exit(0);
        },
        ::testing::KilledBySignal(SIGABRT), "futex");
}

INSTANTIATE_TEST_SUITE_P(By, RefusedFutexDeathTest, ::testing::Values(ENOSYS, EPERM),
                         [](auto const& about) {
                             return about.param == ENOSYS ? "AnOldKernel" : "ASandbox";
                         });

} // namespace
} // namespace kev::lab08

#endif
