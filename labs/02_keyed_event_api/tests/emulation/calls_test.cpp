// The kernel calls of the emulation. Their number does not depend on the machine, so it may have a limit.
#include <kev/lab02/keyed_event.hpp>
#include <kev/testing/threads.hpp>

#include <array>

#include <gtest/gtest.h>

namespace kev::lab02 {
namespace {

constexpr int rounds = 2'000;

// Two threads, which wake each other in turn.
tally make_round_trips() {
    std::array<long, 2> keys{};
    return testing::run_threads(2, [&](int side) {
        for (int round = 0; round < rounds; ++round) {
            if (side == 0) default_event.release(&keys[1]);
            default_event.wait(&keys[static_cast<std::size_t>(side)]);
            if (side == 1) default_event.release(&keys[0]);
        }
    });
}

// Each thread sleeps once and wakes the other once. A thread that comes late need not sleep. A
// waker that loses its processor just before its call makes it late, to a thread that may sleep in its next
// meeting by then: hence one in a hundred more, as in table_test.cpp.
TEST(Emulation, ARoundTripTakesFourCallsOfTheKernelAtMost) {
    tally sum;
    // On a busy machine it happens that each thread comes late to all its meetings: then once more.
    while (sum.sleeps == 0) {
        sum = make_round_trips();
        EXPECT_EQ(sum.waits, 2u * rounds);
        EXPECT_EQ(sum.releases, 2u * rounds);
        EXPECT_LE(sum.sleeps + sum.wakes, 4u * rounds + rounds / 100);
    }
}

TEST(Emulation, DoesNotSleepUntilAMomentThatHasPassed) {
    using std::chrono::system_clock;
    long key = 0;
    tally const before = this_thread_tally();
    EXPECT_EQ(default_event.wait_until(&key, system_clock::now() - std::chrono::hours(1)),
              outcome::timed_out);
    // NT's unit is 100 ns, and a limit is rounded up.
    EXPECT_EQ(default_event.wait_until(&key, system_clock::now() - std::chrono::nanoseconds(100)),
              outcome::timed_out);
    EXPECT_EQ(this_thread_tally().waits, before.waits + 2);
    EXPECT_EQ(this_thread_tally().sleeps, before.sleeps);
    EXPECT_EQ(default_event.wait_until(&key, system_clock::now() + std::chrono::milliseconds(1)),
              outcome::timed_out);
    EXPECT_EQ(this_thread_tally().sleeps, before.sleeps + 1) << "the counter does not count";
}

} // namespace
} // namespace kev::lab02
