// The child of a fork() has none of its parent's other threads, and none of their waits.
#include <kev/lab08/mutex.hpp>
#include <kev/library/checked_mutex.hpp>
#include <kev/testing/forked.hpp>
#include <kev/testing/sanitizers.hpp>
#include <kev/testing/threads.hpp>

#include <array>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

constexpr char const* why_not_whole =
    "under this sanitizer a copy of a process with threads may not use all that it has";

bool sleeps_in(checked_mutex const& m) {
    return mutex_bits::counts::sleeping(m.state()) != 0;
}

// The caller waits for a thread that unlocks as soon as the caller sleeps.
void wait_for_another_thread(checked_mutex& m) {
    std::atomic<bool> owned = false;
    std::jthread const owner([&] {
        std::lock_guard const lock(m);
        owned = true;
        testing::wait_until_true([&m] { return sleeps_in(m); });
    });
    testing::wait_until_true([&owned] { return owned.load(); });
    std::lock_guard const lock(m);
}

// In the child a new thread has the number of a thread of the parent, which waited for the caller.
TEST(ForkOfACheckedProgram, LeavesTheWaitsOfItsThreadsToTheParent) {
    if (!testing::copies_are_whole) GTEST_SKIP() << why_not_whole;
    checked_mutex mine;
    mine.lock();
    std::vector<std::jthread> waiters;
    for (state_t number = 1; number <= 4; ++number) {
        waiters.emplace_back([&mine] { std::lock_guard const lock(mine); });
        testing::wait_until_true(
            [&] { return mutex_bits::counts::sleeping(mine.state()) == number; });
    }
    EXPECT_TRUE(testing::holds_in_a_fork([] {
        std::array<checked_mutex, 8> others;
        for (checked_mutex& m : others) wait_for_another_thread(m);
        return true;
    }));
    mine.unlock();
}

// Also if another thread was at the table of waits at that moment.
TEST(ForkOfACheckedProgram, LetsTheChildWaitWhateverTheThreadsOfItsParentDid) {
    if (!testing::copies_are_whole) GTEST_SKIP() << why_not_whole;
    checked_mutex shared;
    testing::expect_in_many_forks(
        [&shared] {
            std::lock_guard const lock(shared);
            kev::yield();
        },
        [] {
            checked_mutex m;
            wait_for_another_thread(m);
            return true;
        });
}

} // namespace
} // namespace kev::lab08
