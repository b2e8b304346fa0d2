// The recursive mutex, the one-shot event, and crowds: questions that the suites of the concepts do not ask.
#include <kev/event.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include "../../tests/testing_access.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using shared_mutex = inspected<kev::shared_mutex>;
using event = inspected<kev::event>;
using mutex = inspected<lab08::mutex>;

using namespace std::chrono_literals;
using testing::let_others_run;
using testing::run_threads;
using testing::wait_until_true;

TEST(RecursiveMutex, IsFreeAfterAsManyUnlocksAsLocks) {
    recursive_mutex m;
    auto const others_get_it = [&] {
        bool got = false;
        std::thread([&] {
            got = m.try_lock();
            if (got) m.unlock();
        }).join();
        return got;
    };
    m.lock();
    EXPECT_TRUE(m.try_lock());
    EXPECT_TRUE(m.try_lock_for(0s));
    EXPECT_TRUE(m.try_lock_until(std::chrono::steady_clock::now()));
    for (int left = 4; left > 0; --left) {
        EXPECT_FALSE(others_get_it()) << left << " unlocks to go";
        m.unlock();
    }
    EXPECT_TRUE(others_get_it());
}

TEST(RecursiveMutex, IsGivenUpEntirelyAndTakenAsDeepAgain) {
    recursive_mutex m;
    m.lock();
    m.lock();
    m.lock();
    std::size_t const depth = m.unlock_entirely();
    EXPECT_EQ(depth, 3u);
    std::thread([&] {
        EXPECT_TRUE(m.try_lock());
        m.unlock();
    }).join();
    m.lock_again(depth);
    for (int i = 0; i < 3; ++i) {
        std::thread([&] { EXPECT_FALSE(m.try_lock()); }).join();
        m.unlock();
    }
    EXPECT_TRUE(m.try_lock());
    m.unlock();
}

TEST(RecursiveMutex, CountsTheDepthOfEachOwnerInAStorm) {
    recursive_mutex m;
    long counter = 0; // plain: ThreadSanitizer judges the mutex by it
    constexpr int turns = 1'000;
    long rounds = 0;
    std::uint64_t waits = 0;
    // On a busy machine the others may not come while the owner sleeps: until enough of them have.
    for (; rounds < 3 || waits < 50; ++rounds) {
        tally const sum = run_threads(4, [&](int index) {
            for (int turn = 0; turn < turns; ++turn) {
                int const depth = 1 + (turn + index) % 3;
                for (int i = 0; i < depth; ++i) m.lock();
                ++counter;
                if (turn % 64 == 0) std::this_thread::sleep_for(1ms);
                for (int i = 0; i < depth; ++i) m.unlock();
            }
        });
        waits += sum.waits;
        if (sum.waits > 0)
            testing::feed_watchdog(); // else it ends a test in which nobody ever sleeps
    }
    EXPECT_EQ(counter, rounds * 4 * turns);
    EXPECT_GE(waits, 50u);
}

TEST(Event, LetsEverybodyThroughOnceItIsSet) {
    event done;
    int data = 0; // plain: what was written before set() is visible after wait()
    EXPECT_FALSE(done.is_set());
    tally const sum = run_threads(9, [&](int index) {
        if (index == 0) {
            let_others_run();
            data = 42;
            done.set();
            done.set();
        } else if (index % 2 == 0) {
            done.wait();
            EXPECT_EQ(data, 42);
        } else {
            EXPECT_TRUE(done.wait_for(1h));
            EXPECT_EQ(data, 42);
        }
    });
    EXPECT_GE(sum.waits, 1u);
    EXPECT_TRUE(done.is_set());
    tally const before = this_thread_tally();
    done.wait();
    EXPECT_TRUE(done.wait_for(0s));
    EXPECT_TRUE(done.wait_until(std::chrono::system_clock::time_point{}));
    EXPECT_EQ(this_thread_tally().waits, before.waits);
}

TEST(Event, GivesUpNotBeforeTheTimeIsOverAndLeavesNothingBehind) {
    event done;
    EXPECT_FALSE(done.wait_for(0s));
    auto const start = std::chrono::steady_clock::now();
    run_threads(4, [&](int index) { EXPECT_FALSE(done.wait_for(10ms * (index + 1))); });
    EXPECT_GE(std::chrono::steady_clock::now(), start + 40ms);
    done.set(); // would block forever if a waiter were still counted
    EXPECT_TRUE(done.is_set());
}

TEST(Event, MayBeDestroyedByTheLastWaiter) {
    tally const before = this_thread_tally();
    for (int round = 0; round < 300; ++round) {
        auto done = std::make_unique<event>();
        std::jthread setter([raw = done.get()] { raw->set(); });
        if (round % 2 == 0) std::this_thread::yield();
        done->wait();
        done.reset(); // AddressSanitizer watches it
        if (round % 64 == 0) testing::feed_watchdog();
    }
    EXPECT_GE(this_thread_tally().waits - before.waits, 10u) << "too few sleeps";
}

TEST(Event, MeetsTimeOutsInAStorm) {
    // The event is set at about the moment at which the waiters give up.
    long came = 0;
    long gave_up = 0;
    for (int round = 0; round < 400 || came < 50 || gave_up < 50; ++round) {
        event done;
        std::atomic<long> through{0};
        run_threads(3, [&](int index) {
            if (index == 0) {
                for (int i = 0; i < round % 8; ++i) kev::yield();
                std::this_thread::sleep_for(std::chrono::microseconds(round % 120));
                done.set();
            } else if (done.wait_for(std::chrono::microseconds(60))) {
                ++through;
            }
        });
        came += through;
        gave_up += 2 - through;
        if (round % 64 == 0) testing::feed_watchdog();
    }
    EXPECT_GE(came, 50);
    EXPECT_GE(gave_up, 50);
}

// More threads than one number of the word or of a call could hold by mistake.
constexpr int crowd = 100;

// Thread 0 waits until all others sleep, and wakes all of them by one call.
void wake_a_crowd(auto sleep, auto all_sleep, auto wake_all) {
    std::atomic<int> through{0};
    run_threads(crowd + 1, [&](int index) {
        if (index == 0) {
            wait_until_true(all_sleep);
            let_others_run();
            wake_all();
        } else {
            sleep();
            ++through;
        }
    });
    EXPECT_EQ(through, crowd);
}

TEST(Crowd, IsWokenByOneEvent) {
    event done;
    wake_a_crowd([&] { done.wait(); },
                 [&] { return event::counts::sleeping(done.state()) == crowd; },
                 [&] { done.set(); });
}

TEST(Crowd, IsWokenByOneReleaseOfASemaphore) {
    inspected<counting_semaphore<>> permits;
    wake_a_crowd([&] { permits.acquire(); },
                 [&] { return permit_bits::number(permits.state()) == -crowd; },
                 [&] { permits.release(crowd); });
    EXPECT_EQ(permits.state(), 0u);
}

TEST(Crowd, OfReadersIsLetInByOneWriter) {
    shared_mutex m;
    m.lock();
    wake_a_crowd(
        [&] {
            m.lock_shared();
            m.unlock_shared();
        },
        [&] { return shared_bits::sleeping_readers(m.state()) == crowd; }, [&] { m.unlock(); });
    EXPECT_EQ(m.state(), 0u);
}

} // namespace
} // namespace kev::lab08
