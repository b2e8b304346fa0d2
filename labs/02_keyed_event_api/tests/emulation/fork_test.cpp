// The emulation in a process that fork() has copied: it is memory like any other.
#include <kev/lab02/keyed_event.hpp>
#include <kev/testing/forked.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab02 {
namespace {

using namespace std::chrono_literals;

// So many keys that each bucket of a table has some.
alignas(8) std::array<char, 8 * 65'536> memory;

// Looks for a waiter of each key: in every bucket of the table.
bool finds_nobody(keyed_event const& event) {
    for (std::size_t at = 0; at < memory.size(); at += 8)
        if (event.release_for(&memory[at], 0s) == outcome::met) return false;
    return true;
}

// NT's queues are in the kernel and hold threads. These hold records, and fork() copies them; but the threads that they
// stand for are not there.
TEST(Fork, LeavesNoSleeperInTheQueuesOfTheChild) {
    std::jthread const sleeper([] { default_event.wait(memory.data()); });
    testing::let_others_run();
    EXPECT_TRUE(testing::holds_in_a_fork([] { return finds_nobody({}); }));
    default_event.release(memory.data()); // the sleeper of the parent sleeps on, and wakes
}

// The test would hang if a child had a bucket that is owned by a thread of its parent.
TEST(Fork, LetsTheChildUseEveryBucketWhateverTheThreadsOfItsParentDid) {
    testing::expect_in_many_forks([] { default_event.release_for(memory.data(), 0s); },
                                  [] { return finds_nobody({}); });
}

TEST(Fork, LetsTheChildUseAnObjectThatTheParentMade) {
    keyed_event const event = keyed_event::create();
    testing::expect_in_many_forks([&] { event.wait_for(memory.data(), 0s); },
                                  [&] { return finds_nobody(event); });
}

// As above, for the table of handles.
TEST(Fork, LetsTheChildMakeObjectsWhateverTheThreadsOfItsParentMade) {
    testing::expect_in_many_forks([] { keyed_event::create(); },
                                  [] {
                                      keyed_event const mine = keyed_event::create();
                                      return mine.wait_for(memory.data(), 0s) == outcome::timed_out;
                                  });
}

} // namespace
} // namespace kev::lab02
