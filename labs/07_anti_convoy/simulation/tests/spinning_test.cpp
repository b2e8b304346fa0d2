// Threads that spin on advice: what the advice is told, and what spinning costs.
#include <kev/lab07/simulation/convoy.hpp>

#include "loads.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>

#include <gtest/gtest.h>

namespace kev::lab07::simulation {
namespace {

// Notes what a lock's memory is told; spins while fewer than `most` do.
struct noted_advice final : spin_advice {
    explicit noted_advice(std::size_t limit) : most(limit) {}

    bool may_spin(std::size_t spinning) noexcept override {
        ++asked;
        most_seen = std::max(most_seen, spinning);
        return spinning < most;
    }
    void spin_paid() noexcept override { ++paid; }
    void spin_failed() noexcept override { ++failed; }
    void nobody_waits() noexcept override { ++quiet; }

    std::size_t most;
    std::size_t most_seen = 0;
    std::uint64_t asked = 0;
    std::uint64_t paid = 0;
    std::uint64_t failed = 0;
    std::uint64_t quiet = 0;
};

parameters with_spinners() {
    parameters given = random_arrivals(policy::unfair, 6'000);
    given.threads = 8;
    given.cores = 8;
    given.spin = 2'000;
    return given;
}

TEST(Spinning, AdviceIsToldWhatCameOfEachSpin) {
    noted_advice advice(2);
    convoy run(with_spinners(), nullptr, &advice);
    run.run_until(10'000'000);
    totals const& got = run.so_far();
    EXPECT_EQ(advice.most_seen, 2U) << "two spun, and a third one asked";
    EXPECT_GT(advice.asked, advice.paid + advice.failed) << "some were refused";
    EXPECT_EQ(advice.paid, got.spins_won);
    EXPECT_EQ(advice.failed, got.spins_lost);
    EXPECT_GT(advice.paid, 0U);
    EXPECT_GT(advice.failed, 0U);
    EXPECT_GT(advice.quiet, 0U);
    EXPECT_LT(advice.quiet, got.acquisitions);
}

// Keeps account of the threads that were woken and have no core yet.
struct account_of_the_woken final : spin_advice, watcher {
    bool may_spin(std::size_t) noexcept override { return false; }
    void spin_paid() noexcept override {}
    void spin_failed() noexcept override {}
    void nobody_waits() noexcept override {
        ++quiet;
        if (!woken.empty()) ++mistaken;
    }
    void saw(ticks, std::uint64_t thread, happening what) override {
        if (what == happening::is_woken) woken.insert(thread);
        if (what == happening::runs) woken.erase(thread);
    }

    std::set<std::uint64_t> woken;
    std::uint64_t quiet = 0;
    std::uint64_t mistaken = 0;
};

TEST(Spinning, AWokenThreadWaitsUntilItRuns) {
    parameters given = with_spinners();
    given.interval = 20'000; // most find it free
    account_of_the_woken seen;
    convoy run(given, &seen, &seen);
    run.run_until(10'000'000);
    EXPECT_GT(run.so_far().wakes, 100U);
    EXPECT_GT(seen.quiet, 100U);
    EXPECT_EQ(seen.mistaken, 0U);
}

TEST(Spinning, AThreadThatIsAdvisedNotToSpinSleepsAsIfThereWereNoSpinning) {
    parameters given = with_spinners();
    noted_advice never(0);
    convoy advised(given, nullptr, &never);
    given.spin = 0;
    convoy plain(given);
    advised.run_until(10'000'000);
    plain.run_until(10'000'000);
    EXPECT_EQ(advised.so_far().events, plain.so_far().events);
    EXPECT_EQ(advised.turns(), plain.turns());
    EXPECT_EQ(advised.so_far().spun, 0U);
}

TEST(Spinning, TheTimeThatWasSpunAwayIsCounted) {
    parameters given; // one thread owns the lock, the second thread watches it
    given.threads = 2;
    given.cores = 2;
    given.interval = 0;
    given.spin = for_ever;
    convoy run(given);
    run.run_until(10'000'000);
    EXPECT_LE(run.so_far().spun, run.now());
    EXPECT_GE(run.so_far().spun, run.now() - 4'000 - 2 * 1'000);

    // With a time slice a spinner loses its core; what it has spun until then counts, too.
    given.threads = 3;
    given.time_slice = 3'300;
    convoy crowded(given);
    crowded.run_until(10'000'000);
    totals const& got = crowded.so_far();
    EXPECT_GT(got.preemptions, 100U);
    EXPECT_GT(got.spun, 0U);
    EXPECT_LE(got.spun + got.switches * given.context_switch, 2 * 10'000'000U);
}

TEST(Spinning, ASleeperIsSparedWhileAnotherSpinsIfTheLockDoesSo) {
    parameters given = with_spinners();
    convoy both(given);
    given.spinners_first = true;
    convoy one(given);
    both.run_until(20'000'000);
    one.run_until(20'000'000);
    EXPECT_LT(one.so_far().futile_wakes, both.so_far().futile_wakes);
    EXPECT_GT(one.so_far().wakes, 0U);
}

} // namespace
} // namespace kev::lab07::simulation
