// A signal handler may try, set and release a lock that the interrupted thread is using.
#include <kev/event.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/testing/sanitizers.hpp>
#include <kev/testing/single_step.hpp>
#include <kev/testing/threads.hpp>

#include "../../../../tests/testing_access.hpp"

#include <atomic>
#include <csignal>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include <pthread.h>

namespace kev::lab08 {
namespace {

using event = inspected<kev::event>;
using mutex = inspected<lab08::mutex>;

using testing::wait_until_true;

struct semaphore_calls {
    inspected<counting_semaphore<>> object;
    void sleep() { object.acquire(); }
    void wake() { object.release(); }
    bool has_sleeper() { return permit_bits::number(object.state()) < 0; }
    bool is_settled() { return object.state() == 0; }
};

struct event_calls {
    event object;
    void sleep() { object.wait(); }
    void wake() { object.set(); }
    bool has_sleeper() { return event::counts::sleeping(object.state()) != 0; }
    bool is_settled() { return object.state() == event::set_bit; }
};

// How many instructions a thread needs from the call of sleep() into the kernel.
template <typename Calls>
int instructions_to_the_kernel() {
    Calls calls;
    std::atomic<int> steps{0};
    std::jthread const sleeper([&] {
        testing::step_through([&] { calls.sleep(); },
                              [&] {
                                  ++steps;
                                  return false;
                              });
    });
    wait_until_true([&] { return calls.has_sleeper(); });
    int seen = 0;
    do {
        seen = steps;
        testing::let_others_run();
    } while (seen != steps);
    calls.wake();
    return seen;
}

template <typename Calls>
class HandlerOf : public ::testing::Test {};

using all_calls = ::testing::Types<semaphore_calls, event_calls>;
TYPED_TEST_SUITE(HandlerOf, all_calls);

// step_through() runs its second argument in a signal handler.
TYPED_TEST(HandlerOf, ASleeperWakesItAtAnyInstruction) {
    if (!testing::threads_can_be_stepped) GTEST_SKIP() << "threads cannot be stopped here";
    instructions_to_the_kernel<TypeParam>(); // binds the functions of shared libraries
    int const instructions = instructions_to_the_kernel<TypeParam>();
    ASSERT_GT(instructions, 10);
    // A sanitizer's instructions are many, and most of them are its own: a hundred places then.
    int const stride = testing::storm_divisor == 1 ? 1 : instructions / 100 + 1;
    for (int last = 1; last <= instructions; last += stride) {
        TypeParam calls;
        int step = 0;
        testing::step_through([&] { calls.sleep(); },
                              [&] {
                                  if (++step < last) return false;
                                  calls.wake();
                                  return true;
                              });
        EXPECT_TRUE(calls.is_settled()) << "after " << last << " instructions";
    }
}

TEST(Handler, TriesToLockAtAnyInstructionOfLockAndUnlock) {
    if (!testing::threads_can_be_stepped) GTEST_SKIP() << "threads cannot be stopped here";
    mutex m;
    std::atomic<bool> stop{false};
    std::jthread const other([&] {
        while (!stop) std::lock_guard const lock(m);
    });
    int owned_by_the_handler = 0;
    for (int turn = 0; turn < 50; ++turn) {
        testing::step_through([&] { std::lock_guard const lock(m); },
                              [&] {
                                  if (!m.try_lock()) return false;
                                  ++owned_by_the_handler;
                                  m.unlock();
                                  return false;
                              });
    }
    stop = true;
    EXPECT_GT(owned_by_the_handler, 0);
}

inspected<counting_semaphore<>>* posted = nullptr;

void post(int) {
    posted->release();
}

// The idiom for which POSIX has sem_post(): a handler gives a permit to the thread that it interrupts, wherever that is.
TEST(Handler, GivesPermitsToTheThreadThatItInterrupts) {
    if (testing::under_thread_sanitizer) GTEST_SKIP() << "ThreadSanitizer puts signals off";
    constexpr int signals = 3'000;
    inspected<counting_semaphore<>> permits;
    posted = &permits;
    std::signal(SIGUSR1, post);
    std::atomic<int> taken{0};
    std::jthread acquirer([&] {
        while (taken < signals) {
            permits.acquire();
            ++taken;
        }
    });
    for (int sent = 1; sent <= signals; ++sent) {
        pthread_kill(acquirer.native_handle(), SIGUSR1);
        // Not the same moment each time: some signals come before the thread sleeps, some after.
        for (int i = 0; i < sent % 64 * 10; ++i) kev::relax();
        wait_until_true([&] { return taken == sent; });
    }
    acquirer.join();
    std::signal(SIGUSR1, SIG_DFL);
    EXPECT_EQ(permits.state(), 0u);
}

} // namespace
} // namespace kev::lab08
