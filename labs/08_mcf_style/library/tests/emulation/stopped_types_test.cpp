// The effects of a stopped thread on the other threads, for the types around the mutex: a sleeper that is stopped between
// counting itself in and the kernel, and a waker that is stopped between its step and the wake-up.
#include <kev/event.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lab08/primitive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/testing/single_step.hpp>
#include <kev/testing/threads.hpp>

#include "../../../tests/testing_access.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <kev/testing/stand_still.hpp>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using event = inspected<kev::event>;
using once_flag = inspected<lab08::once_flag>;
using shared_mutex = inspected<kev::shared_mutex>;

using namespace std::chrono_literals;
using testing::run_until;
using testing::stop;
using testing::wait_until_true;

// One pair of calls of a type: one sleeps until the other has been made.
struct semaphore_calls {
    inspected<counting_semaphore<>> object;
    void sleep() { object.acquire(); }
    bool sleep_for(std::chrono::milliseconds time) { return object.try_acquire_for(time); }
    void wake() { object.release(); }
    bool has_sleeper() { return permit_bits::number(object.state()) < 0; }
    bool has_called() { return permit_bits::called(object.state()) != 0; }
};

struct event_calls {
    event object;
    void sleep() { object.wait(); }
    bool sleep_for(std::chrono::milliseconds time) { return object.wait_for(time); }
    void wake() { object.set(); }
    bool has_sleeper() { return event::counts::sleeping(object.state()) != 0; }
    bool has_called() { return object.is_set(); }
};

struct once_calls {
    once_flag object;
    once_calls() { object.begin(); }
    void sleep() { object.begin(); }
    bool sleep_for(std::chrono::milliseconds time) {
        return object.begin_for(time) != once_outcome::busy;
    }
    void wake() { object.finish(); }
    bool has_sleeper() { return once_bits::counts::sleeping(object.state()) != 0; }
    bool has_called() { return object.is_done(); }
};

struct failed_once_calls : once_calls {
    void wake() { object.abort(); }
    bool has_called() { return (object.state() & once_bits::locked) == 0; }
};

struct writer_calls {
    shared_mutex object;
    writer_calls() { object.lock(); }
    void sleep() { object.lock(); }
    bool sleep_for(std::chrono::milliseconds time) { return object.try_lock_for(time); }
    void wake() { object.unlock(); }
    bool has_sleeper() { return shared_bits::sleeping_writers(object.state()) != 0; }
    bool has_called() { return (object.state() & shared_bits::exclusive) == 0; }
};

struct reader_calls : writer_calls {
    void sleep() { object.lock_shared(); }
    bool sleep_for(std::chrono::milliseconds time) { return object.try_lock_shared_for(time); }
    bool has_sleeper() { return shared_bits::sleeping_readers(object.state()) != 0; }
};

template <typename Calls>
class Stopped : public ::testing::Test {};

using all_calls = ::testing::Types<semaphore_calls, event_calls, once_calls, failed_once_calls,
                                   writer_calls, reader_calls>;
TYPED_TEST_SUITE(Stopped, all_calls);

TYPED_TEST(Stopped, SleeperThatHasCountedItselfInDoesNotKeepTheWakerWaiting) {
    if (!testing::threads_can_be_stepped) GTEST_SKIP() << "threads cannot be stopped here";
    TypeParam calls;
    stop between_count_in_and_sleep;
    std::jthread const sleeper = run_until(
        between_count_in_and_sleep, [&] { calls.sleep(); }, [&] { return calls.has_sleeper(); });
    between_count_in_and_sleep.wait_until_it_stands();
    std::atomic<bool> returned{false};
    std::jthread const waker([&] {
        calls.wake();
        returned = true;
    });
    wait_until_true([&] { return returned.load(); });
    EXPECT_TRUE(calls.has_called());
    between_count_in_and_sleep.let_it_go();
}

// @return false if the sleeper's time was up before the waker stood between its step and the wake-up.
template <typename Calls>
bool sleeper_is_called_in_time(std::chrono::milliseconds limit) {
    Calls calls;
    std::atomic<bool> returned{false};
    std::atomic<bool> got_it{false};
    std::jthread const sleeper([&] {
        got_it = calls.sleep_for(limit);
        returned = true;
    });
    wait_until_true([&] { return calls.has_sleeper() || returned; });
    if (returned) return false;
    stop between_step_and_wake;
    std::jthread const waker = run_until(
        between_step_and_wake, [&] { calls.wake(); }, [&] { return calls.has_called(); });
    between_step_and_wake.wait_until_it_stands();
    bool const in_time = !returned;
    if (in_time) {
        wait_until_true([&] { return returned.load(); });
        EXPECT_TRUE(got_it) << "the sleeper was called before its time was up";
    }
    between_step_and_wake.let_it_go();
    return in_time;
}

TYPED_TEST(Stopped, WakerDoesNotMakeATimedSleepLate) {
    if (!testing::threads_can_be_stepped) GTEST_SKIP() << "threads cannot be stopped here";
    std::chrono::milliseconds limit = 50ms; // longer where many other threads want the processors
    while (!sleeper_is_called_in_time<TypeParam>(limit)) limit *= 2;
}

} // namespace
} // namespace kev::lab08
