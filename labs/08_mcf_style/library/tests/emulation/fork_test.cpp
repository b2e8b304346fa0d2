// New locks in the child of a fork() work, whatever the other threads of its parent do at that moment.
#include <kev/event.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/testing/forked.hpp>
#include <kev/testing/sanitizers.hpp>
#include <kev/testing/threads.hpp>

#include "../../../tests/testing_access.hpp"

#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using condition_variable = inspected<lab08::condition_variable>;

// Locks, and two threads that use them and wait for each other.
struct two_threads_and_locks {
    mutex m;
    condition_variable changed;
    inspected<counting_semaphore<>> permits;
    event ended;
    int turn = 0; // protected by `m`

    void take_turns(int mine, int turns) {
        for (int i = 0; i < turns; ++i) {
            std::unique_lock lock(m);
            changed.wait(lock, [&] { return turn % 2 == mine; });
            ++turn;
            changed.notify_one();
        }
    }

    bool use(int turns) {
        std::jthread const other([&] {
            take_turns(1, turns);
            permits.acquire();
            ended.set();
        });
        take_turns(0, turns);
        permits.release();
        ended.wait();
        return turn == 2 * turns;
    }
};

constexpr char const* why_not_whole =
    "under this sanitizer a copy of a process with threads may not use all that it has";

// By key, each use of the parent's locks goes through the emulation's table, which is copied. By address, the threads
// that wait for the condition variable have slots in a table, which is copied, too.
TEST(Fork, LetsTheChildUseNewLocksWhateverTheThreadsOfItsParentDid) {
    if (!testing::copies_are_whole) GTEST_SKIP() << why_not_whole;
    testing::expect_in_many_forks([] { EXPECT_TRUE(two_threads_and_locks().use(20)); },
                                  [] { return two_threads_and_locks().use(20); });
}

TEST(Fork, LetsTheChildUseANewConditionVariableWhereAnotherHadWaiters) {
    if (!testing::copies_are_whole) GTEST_SKIP() << why_not_whole;
    constexpr int waiters = 3;
    mutex m;
    condition_variable changed;
    bool over = false;
    std::vector<std::jthread> threads;
    for (int i = 0; i < waiters; ++i) {
        threads.emplace_back([&] {
            std::unique_lock lock(m);
            changed.wait(lock, [&] { return over; });
        });
    }
    testing::wait_until_true([&] { return condition_bits::pending(changed.state()) == waiters; });
    EXPECT_TRUE(testing::holds_in_a_fork([&] {
        new (&m) mutex;
        new (&changed) condition_variable;
        std::jthread const waiter([&] {
            std::unique_lock lock(m);
            changed.wait(lock, [&] { return over; });
        });
        testing::wait_until_true([&] { return condition_bits::pending(changed.state()) != 0; });
        std::lock_guard const lock(m); // the waiter waits
        over = true;
        changed.notify_one();
        return true;
    }));
    {
        std::lock_guard const lock(m);
        over = true;
    }
    changed.notify_all();
}

} // namespace
} // namespace kev::lab08
