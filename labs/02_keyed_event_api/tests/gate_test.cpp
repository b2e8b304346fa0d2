// The gate on real threads: no passer gets through early, no passer is left behind, and the passer sees what
// the opener wrote before it opened the gate.
#include <kev/lab02/gate.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <cstdint>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab02 {
namespace {

static_assert(sizeof(gate) == 4);

TEST(Gate, KeepsThePasserUntilItIsOpened) {
    gate door;
    std::atomic<bool> passed{false};
    std::jthread passer([&] {
        door.pass();
        passed = true;
    });
    testing::let_others_run();
    EXPECT_FALSE(passed);
    door.open();
    passer.join();
    EXPECT_TRUE(passed);
}

TEST(Gate, IsWaitedForOnce) {
    gate door;
    std::uint64_t waits = 0;
    std::jthread passer([&] {
        tally const before = this_thread_tally();
        door.pass();
        waits = this_thread_tally().waits - before.waits;
    });
    testing::let_others_run();
    door.open();
    passer.join();
    EXPECT_LE(waits, 1u)
        << "the passer is to sleep until it is released, and not to wake up and look again";
}

TEST(Gate, LetsThePasserThroughOnceItIsOpen) {
    gate door;
    door.open();
    tally const before = this_thread_tally();
    door.pass();
    EXPECT_EQ(this_thread_tally().waits, before.waits) << "it must not ask the kernel";
}

TEST(Gate, ShowsWhatWasWrittenBeforeItWasOpened) {
    for (int round = 0; round < 2'000; ++round) {
        gate door;
        int message = 0; // plain, so that ThreadSanitizer checks the gate with it
        testing::run_threads(2, [&](int index) {
            if (index == 0) {
                message = round + 1;
                door.open();
            } else {
                door.pass();
                EXPECT_EQ(message, round + 1);
            }
        });
    }
}

} // namespace
} // namespace kev::lab02
