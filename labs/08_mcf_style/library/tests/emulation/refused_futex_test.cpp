// A sandbox, an emulator or an older system may have a part of futex(2) only. docs/faults.md says what the locks make of it.
#include <kev/event.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/testing/refused_call.hpp>
#include <kev/testing/threads.hpp>

#include "../../../tests/testing_access.hpp"

#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#if defined(__linux__)

#include <kev/native/futex_call.hpp>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace kev::lab08 {
namespace {

using event = inspected<kev::event>;

using testing::let_others_run;
using testing::wait_until_true;

bool refuse(unsigned operation, unsigned error) {
    return testing::refuse(futex_number, error, testing::futex_operation(operation));
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
    for (int const waiters : {1, 2, 3, 20})
        EXPECT_EXIT(notify_all_without_requeue(waiters, GetParam()), ::testing::ExitedWithCode(0),
                    "")
            << waiters << " waiters";
}

// A lock that spins forever in silence would be worse.
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
            wait_until_true([&e] { return event::counts::sleeping(e.state()) != 0; });
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
