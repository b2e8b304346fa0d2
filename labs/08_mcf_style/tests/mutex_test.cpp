// The mutex: who spins, who sleeps, who is woken; and that it may be destroyed by its next owner.
#include <kev/lab08/mutex.hpp>
#include <kev/testing/destroy_after_use.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include "testing_access.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using mutex = inspected<lab08::mutex>;

using testing::wait_until_true;
using namespace std::chrono_literals;

constexpr state_t no_more_spins = mutex_bits::all_failures;

// A thread that locks and unlocks; what it asked of the kernel is added up.
struct visitor {
    tally spent;
    std::jthread thread;

    explicit visitor(mutex& visited)
        : thread([this, &visited] {
              visited.lock();
              visited.unlock();
              spent = this_thread_tally();
          }) {}
};

TEST(Mutex, LetsANewcomerSpinBeforeItSleeps) {
    mutex m;
    m.lock();
    visitor one(m);
    wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) == 1; });
    EXPECT_EQ(mutex_bits::failures(m.state()), 1u) << "it has spun in vain";
    m.unlock();
    one.thread.join();
    EXPECT_GE(one.spent.waits, 1u);
    EXPECT_EQ(m.state(), 0u) << "nobody waited when it unlocked: forgiven";
}

TEST(Mutex, LetsANewcomerSleepAtOnceAfterTooManyFailures) {
    mutex m(mutex_bits::locked | no_more_spins);
    visitor one(m);
    wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) == 1; });
    EXPECT_EQ(mutex_bits::failures(m.state()), 15u);
    m.unlock();
    one.thread.join();
    EXPECT_EQ(m.state(), 14 * mutex_bits::one_failure);
}

// In nanoseconds such a limit has no value.
TEST(Mutex, SleepsOnceThoughItsLimitIsAtTheEndOfTime) {
    using hours_moment = std::chrono::time_point<std::chrono::system_clock, std::chrono::hours>;
    mutex m(mutex_bits::locked | no_more_spins);
    tally spent;
    std::jthread patient([&] {
        EXPECT_TRUE(m.try_lock_until(hours_moment::max()));
        spent = this_thread_tally();
        m.unlock();
    });
    wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) == 1; });
    testing::let_others_run();
    m.unlock();
    patient.join();
    EXPECT_LE(spent.waits, 2u) << "it woke again and again";
}

TEST(Mutex, LetsANewcomerSleepAtOnceIfFourSpin) {
    mutex m(mutex_bits::locked | mutex_bits::all_spinners);
    visitor one(m);
    wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) == 1; });
    EXPECT_EQ(m.state(),
              mutex_bits::locked + mutex_bits::all_spinners + mutex_bits::counts::one_sleeper);
    for (int spinner = 0; spinner < 4;
         ++spinner) { // the unlocker tells the four, who are not there
        m.unlock();
        ASSERT_TRUE(m.try_lock());
    }
    EXPECT_EQ(m.state(), mutex_bits::locked + mutex_bits::counts::one_sleeper +
                             4 * mutex_bits::one_passed_over);
    m.unlock();
    one.thread.join();
    EXPECT_EQ(m.state(), 0u);
    for (unsigned spinner = 0; spinner < 4; ++spinner) {
        // relaxed: nobody else is here any more.
        EXPECT_EQ(seat_of(&m, spinner).exchange(0, std::memory_order_relaxed), 1)
            << "spinner " << spinner << " was not told";
    }
}

TEST(Mutex, CallsNobodyWhileACalledThreadIsOnItsWay) {
    // One sleeper is counted, one call was made, and no thread is really there.
    mutex m(mutex_bits::locked + mutex_bits::counts::one_call + mutex_bits::counts::one_sleeper);
    m.unlock();
    EXPECT_EQ(m.state(), mutex_bits::counts::one_call + mutex_bits::counts::one_sleeper +
                             mutex_bits::one_passed_over);
}

TEST(Mutex, GivesUpSpinningWhenItsTimeIsUpAndLeavesNothingBehind) {
    mutex m;
    m.lock();
    std::thread([&] {
        for (int i = 0; i < 50; ++i) EXPECT_FALSE(m.try_lock_for(20us));
    }).join();
    EXPECT_EQ(m.state() & ~mutex_bits::all_failures, mutex_bits::locked);
    m.unlock();
    for (int i = 0; i < 15; ++i) {
        m.lock();
        m.unlock();
    }
    EXPECT_EQ(m.state(), 0u) << "the failures are forgiven in quiet moments";
}

TEST(Mutex, ServesThreadsThatLeaveAndThreadsThatStayTogether) {
    // Attempts that run out of time while they spin, while they sleep, and while they are claimed; beside
    // threads that must not be forgotten because of them.
    mutex m;
    long counter = 0;
    std::atomic<long> successes{0};
    auto const body = [&](int index) {
        for (int turn = 0; turn < 3'000; ++turn) {
            if (index % 2 == 0)
                m.lock();
            else if (!m.try_lock_for(std::chrono::microseconds(turn % 40)))
                continue;
            ++successes;
            if (++counter % 128 == 0) std::this_thread::sleep_for(1ms);
            m.unlock();
            if (turn % 256 == 0) testing::feed_watchdog();
        }
    };
    tally const sum = testing::until_slept(50, [&] { return testing::run_threads(6, body); });
    EXPECT_EQ(counter, successes);
    EXPECT_EQ(m.state() & ~mutex_bits::all_failures, 0u);
    EXPECT_GE(sum.waits, 50u) << "too few sleeps: nothing was tested";
}

TEST(Mutex, MayBeDestroyedByItsNextOwner) {
    testing::expect_that_the_next_owner_may_destroy_it<mutex>();
}

TEST(Mutex, SharesItsSeatsWithOthers) {
    // Several hundred mutexes for 64 seats: they share. Their spinners take each other's hints.
    std::vector<std::unique_ptr<mutex>> many;
    for (int i = 0; i < 512; ++i) many.push_back(std::make_unique<mutex>());
    std::vector<long> counters(many.size());
    constexpr int turns = 20'480;
    testing::run_threads(4, [&](int index) {
        for (int turn = 0; turn < turns; ++turn) {
            std::size_t const which = static_cast<std::size_t>(turn + index) % many.size();
            std::lock_guard const guard(*many[which]);
            ++counters[which];
            if (turn % 97 == 0) kev::yield();
        }
    });
    for (std::size_t i = 0; i < many.size(); ++i)
        EXPECT_EQ(counters[i], 4L * turns / static_cast<long>(many.size()));
}

} // namespace
} // namespace kev::lab08
