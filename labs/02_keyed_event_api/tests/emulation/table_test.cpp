// The parts that only the emulation has: buckets, kernel calls, and the switch for the swallowed release.
#include <kev/lab02/emulation/keyed_event_table.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab02::emulation {
namespace {

using std::chrono::steady_clock;

deadline in(std::chrono::nanoseconds interval) {
    return {deadline::kind::steady, (steady_clock::now().time_since_epoch() + interval).count()};
}

constexpr deadline never{};
alignas(8) std::array<long, 64> locks;

TEST(Table, RoundsTheNumberOfBucketsUpToAPowerOfTwo) {
    EXPECT_EQ(keyed_event_table(0).buckets(), 1u);
    EXPECT_EQ(keyed_event_table(1).buckets(), 1u);
    EXPECT_EQ(keyed_event_table(5).buckets(), 8u);
    EXPECT_EQ(keyed_event_table(4096).buckets(), 4096u);
    EXPECT_EQ(keyed_event_table().buckets(), keyed_event_table::default_buckets);
}

TEST(Table, IndexedAsThatOfWindowsMeetsEveryKey) {
    keyed_event_table table(64, bucket_choice::as_windows);
    std::vector<thread_record> records(locks.size());
    for (std::size_t i = 0; i < locks.size(); ++i)
        EXPECT_FALSE(table.arrive(side::waiter, &locks[i], records[i]));
    thread_record releaser;
    for (std::size_t i = locks.size(); i-- > 0;)
        EXPECT_TRUE(table.arrive(side::releaser, &locks[i], releaser)) << "key " << i;
}

TEST(SleepingWord, CallsTheKernelNeitherForAnEarlyWakeNorForALook) {
    sleeping_word word;
    tally const before = this_thread_tally();
    word.prepare();
    EXPECT_FALSE(word.sleep({deadline::kind::now, 0}));
    word.prepare();
    word.wake();
    EXPECT_TRUE(word.sleep(never));
    tally const after = this_thread_tally();
    EXPECT_EQ(after.sleeps, before.sleeps);
    EXPECT_EQ(after.wakes, before.wakes);
}

TEST(SleepingWord, IsSeenToBeWokenWithoutACallOfTheKernel) {
    sleeping_word word;
    tally const before = this_thread_tally();
    word.prepare();
    EXPECT_FALSE(word.was_woken_within(3));
    word.wake();
    EXPECT_FALSE(word.was_woken_within(0)) << "no look, no answer";
    EXPECT_TRUE(word.was_woken_within(1));
    EXPECT_EQ(this_thread_tally().sleeps, before.sleeps);
    EXPECT_EQ(this_thread_tally().wakes, before.wakes);
}

TEST(Table, TellsKeysApartInOneBucket) {
    keyed_event_table table(1);
    std::array<std::atomic<bool>, 64> woken{};
    std::vector<std::jthread> waiters;
    for (std::size_t i = 0; i < locks.size(); ++i) {
        waiters.emplace_back([&, i] {
            table.meet(side::waiter, &locks[i], never);
            woken[i] = true;
        });
    }
    for (std::size_t i = locks.size(); i-- > 0;) {
        table.meet(side::releaser, &locks[i], never);
        testing::wait_until_true([&] { return woken[i].load(); });
        for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(woken[k]) << k << " woken by " << i;
    }
}

// Two meetings a round trip. In each, one side comes first and may sleep, the other may wake it: so
// at most four calls of the kernel. A waker that loses its processor just before its call makes it
// late, to a thread that may sleep in its next meeting by then: hence one in a hundred more.
TEST(Table, NeedsAtMostFourKernelCallsARoundTrip) {
    keyed_event_table table;
    constexpr int round_trips = 2'000;
    tally const sum = testing::run_threads(2, [&](int index) {
        void const* const mine = &locks[static_cast<std::size_t>(index)];
        void const* const theirs = &locks[static_cast<std::size_t>(1 - index)];
        for (int i = 0; i < round_trips; ++i) {
            if (index == 0) table.meet(side::releaser, theirs, never);
            table.meet(side::waiter, mine, never);
            if (index == 1) table.meet(side::releaser, theirs, never);
        }
    });
    EXPECT_LE(sum.sleeps + sum.wakes, 4u * round_trips + round_trips / 100);
}

// And the calls are counted: a waiter that sleeps for certain costs one call, its wake-up another.
TEST(Table, CountsOneCallToSleepAndOneToWake) {
    keyed_event_table table;
    tally waiter;
    tally releaser;
    // On a busy machine the waiter may not have gone to sleep when it is released: then once more.
    while (waiter.sleeps == 0) {
        std::jthread thread([&] {
            table.meet(side::waiter, &locks[0], never);
            waiter = this_thread_tally();
        });
        testing::let_others_run();
        std::uint64_t const before = this_thread_tally().wakes;
        table.meet(side::releaser, &locks[0], never);
        releaser.wakes = this_thread_tally().wakes - before;
        thread.join();
    }
    EXPECT_EQ(waiter.sleeps, 1u);
    EXPECT_EQ(releaser.wakes, 1u);
}

// Time-outs that collide with releases, so many times, with the switch off and on. With it on, some releases are
// swallowed: more releases than waits succeed. With it off, never.
long swallowed_in_a_storm(keyed_event_table& table, bool on, std::uint64_t collisions) {
    table.swallow_releases(on);
    std::atomic<long> waits{0};
    std::atomic<long> releases{0};
    std::atomic<bool> stop{false};
    testing::run_threads(2, [&](int index) {
        for (long turn = 0; index == 0 && table.collisions() < collisions; ++turn) {
            auto const limit = in(std::chrono::nanoseconds(turn * 37 % 20'000));
            if (table.meet(side::waiter, &locks[0], limit) == outcome::met) ++waits;
            if (turn % 1024 == 0) testing::feed_watchdog();
        }
        if (index == 0) stop = true;
        while (index == 1 && !stop) {
            auto const limit = in(std::chrono::microseconds(20));
            if (table.meet(side::releaser, &locks[0], limit) == outcome::met) ++releases;
        }
    });
    return releases - waits;
}

TEST(SwallowedRelease, NeverHappensWithTheSwitchOff) {
    keyed_event_table table(1);
    EXPECT_EQ(swallowed_in_a_storm(table, false, 2), 0);
}

TEST(SwallowedRelease, HappensWithTheSwitchOn) {
    keyed_event_table table(1);
    EXPECT_GT(swallowed_in_a_storm(table, true, 2), 0);
}

} // namespace
} // namespace kev::lab02::emulation
