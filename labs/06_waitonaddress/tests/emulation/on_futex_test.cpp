// The calls of the futex that the benchmarks count.
#include <kev/lab06/emulation/on_futex.hpp>

#include <gtest/gtest.h>

namespace kev::lab06 {
namespace {

TEST(OnFutex, CountsAWaitThatDoesNotSleepAndAWakeWithoutASleeper) {
    kev::atomic<std::uint32_t> word{1};
    tally const before = this_thread_tally();
    on_futex::wait(word, 0);
    on_futex::wait(word, 2);
    on_futex::wake_one(word);
    tally const after = this_thread_tally();
    EXPECT_EQ(after.waits, before.waits + 2);
    EXPECT_EQ(after.sleeps, before.sleeps + 2);
    EXPECT_EQ(after.releases, before.releases + 1);
    EXPECT_EQ(after.wakes, before.wakes + 1);
}

} // namespace
} // namespace kev::lab06
