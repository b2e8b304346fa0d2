// Every run: its times and counts add up, it is fair where it should be, and parameters that make no sense are refused.
#include <kev/lab07/simulation/convoy.hpp>

#include "loads.hpp"

#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab07::simulation {
namespace {

class EveryPolicy : public ::testing::TestWithParam<policy> {};

TEST_P(EveryPolicy, TimesAndCountsAddUp) {
    for (ticks const spin : {ticks{0}, ticks{1'500}}) {
        parameters given = random_arrivals(GetParam(), 40'000);
        given.threads = 12;
        given.cores = 4;
        given.spin = spin;
        given.time_slice = 5'000;
        convoy run(given);
        run.run_until(20'000'000);
        totals const& got = run.so_far();
        EXPECT_EQ(got.free + got.held + got.handed_off, run.now());
        std::vector<std::uint64_t> const turns = run.turns();
        ASSERT_EQ(turns.size(), 12U);
        EXPECT_EQ(std::accumulate(turns.begin(), turns.end(), std::uint64_t{0}), got.acquisitions);
        EXPECT_GT(got.preemptions, 0U);
        EXPECT_GT(got.sleeps, 100U);
        EXPECT_GE(got.sleeps, got.wakes);
        EXPECT_LE(got.sleeps, got.wakes + 12);
        EXPECT_EQ(spin > 0, got.spins_won > 0);
        EXPECT_LE(got.arrivals, got.acquisitions + run.waiting());
        EXPECT_GE(got.held + 1'000, got.acquisitions * 1'000);
    }
}

TEST_P(EveryPolicy, EqualSeedsGiveEqualRunsInWhateverSteps) {
    parameters given = random_arrivals(GetParam(), 3'000);
    given.threads = 8;
    given.cores = 3;
    given.time_slice = 20'000;
    convoy at_once(given);
    convoy in_steps(given);
    given.seed = 2;
    convoy other(given);
    at_once.run_until(3'000'000);
    other.run_until(3'000'000);
    for (ticks time = 0; time <= 3'000'000; time += 777) in_steps.run_until(time);
    in_steps.run_until(3'000'000);
    EXPECT_EQ(at_once.so_far().events, in_steps.so_far().events);
    EXPECT_EQ(at_once.turns(), in_steps.turns());
    EXPECT_NE(at_once.turns(), other.turns());
}

INSTANTIATE_TEST_SUITE_P(Policies, EveryPolicy,
                         ::testing::Values(policy::hand_off, policy::unfair, policy::bounded),
                         [](auto const& tested) -> std::string {
                             switch (tested.param) {
                             case policy::hand_off:
                                 return "HandOff";
                             case policy::unfair:
                                 return "Unfair";
                             case policy::bounded:
                                 break;
                             }
                             return "Bounded";
                         });

TEST(Fairness, NobodyIsOvertakenWhereTheLockIsHandedOn) {
    parameters given = random_arrivals(policy::hand_off, 3'000);
    given.threads = 8;
    convoy run(given);
    run.run_until(50'000'000);
    EXPECT_EQ(run.so_far().most_overtaken, 0U);
    EXPECT_EQ(run.so_far().futile_wakes, 0U);
    EXPECT_GT(run.so_far().hand_offs, 1'000U);
}

TEST(Fairness, TheBoundedLockBoundsTheWaitThatTheUnfairOneDoesNot) {
    parameters given = random_arrivals(policy::unfair, 200);
    given.threads = 8;
    given.hold = 900;
    given.cores = 4;
    given.time_slice = 10'000'000;
    convoy unfair(given);
    given.lock = policy::bounded;
    given.patience = 50'000;
    convoy bounded(given);
    given.lock = policy::hand_off;
    convoy fair(given);
    for (convoy* each : {&unfair, &bounded, &fair}) each->run_until(500'000'000);
    // At most one period, one hold and one switch for each of those in line.
    EXPECT_LE(bounded.so_far().longest_wait, 8U * (50'000 + 900 + 4'000));
    EXPECT_LT(bounded.so_far().longest_wait, unfair.so_far().longest_wait);
    EXPECT_GT(bounded.so_far().acquisitions, 3 * fair.so_far().acquisitions);
}

TEST(Fairness, TheBoundedLockDoesNotWaitUntilItsHeirHasACore) {
    // A time slice is two hundred times as long as the patience. An heir that had to run before it is given the
    // lock would be overtaken until the slices of all others are over.
    parameters given = random_arrivals(policy::bounded, 200);
    given.threads = 8;
    given.hold = 900;
    given.cores = 1;
    given.time_slice = 10'000'000;
    given.patience = 50'000;
    convoy run(given);
    run.run_until(500'000'000);
    EXPECT_LE(run.so_far().longest_wait, 8U * (50'000 + 900 + 4'000));
    EXPECT_GT(run.so_far().hand_offs, 8'000U);
}

// The work between two turns is long enough for each of the four threads to find the lock free.
TEST(Disturbance, OneLongHoldIsForgottenByTheUnfairLockOnly) {
    auto const late_waits = [](policy lock, ticks long_hold) {
        parameters given;
        given.lock = lock;
        given.interval = 12'000;
        given.threads = 4;
        given.disturb_at = 1'000'000;
        given.disturb_hold = long_hold;
        convoy run(given);
        run.run_until(5'000'000);
        std::uint64_t const before = run.so_far().waits;
        run.run_until(15'000'000);
        return run.so_far().waits - before;
    };
    EXPECT_EQ(late_waits(policy::hand_off, 0), 0U);
    EXPECT_EQ(late_waits(policy::hand_off, 500'000), 2'000U) << "a wait in each turn of 5,000";
    EXPECT_EQ(late_waits(policy::unfair, 500'000), 0U);
}

TEST(Cores, OneCoreRunsOneThreadAtATime) {
    parameters given;
    given.threads = 2;
    given.cores = 1;
    given.interval = 10'000;
    given.time_slice = 7'300;
    convoy run(given);
    run.run_until(100'000'000);
    totals const& got = run.so_far();
    EXPECT_GT(got.preemptions, 1'000U);
    EXPECT_GT(got.waits, 0U) << "an owner that loses its core keeps the lock";
    // All that one core can do is turns of interval + hold, and switches.
    EXPECT_LE(got.acquisitions * 11'000 + got.switches * 4'000, 100'000'000U + 2 * 15'000U);
    EXPECT_GT(got.acquisitions * 11'000 + got.switches * 4'000, 98'000'000U);
}

TEST(Cores, ASpinnerTakesTheLockWithoutASwitch) {
    parameters given;
    given.threads = 2;
    given.cores = 2;
    given.interval = 0;
    given.spin = for_ever;
    convoy run(given);
    run.run_until(10'000'000);
    EXPECT_EQ(run.so_far().switches, 2U) << "only to begin with";
    EXPECT_GE(run.so_far().acquisitions, 9'990U);
}

TEST(Crowd, AThreadThatComesToAFullHouseIsTurnedAwayAndCounted) {
    parameters given = article(policy::hand_off);
    given.most_threads = 10;
    convoy run(given);
    run.run_until(1'000'000);
    EXPECT_LE(run.waiting(), 10U);
    EXPECT_GT(run.so_far().turned_away, 250U);
}

TEST(Random, ExponentialNumbersHaveTheirMeanAndTheirSpread) {
    random_source source(7);
    double sum = 0;
    double squares = 0;
    int beyond = 0;
    constexpr int count = 400'000;
    for (int i = 0; i < count; ++i) {
        auto const drawn = static_cast<double>(source.exponential(1'000'000)) / 1e6;
        sum += drawn;
        squares += drawn * drawn;
        beyond += drawn > 1 ? 1 : 0;
    }
    EXPECT_NEAR(sum / count, 1.0, 0.01);
    EXPECT_NEAR(squares / count, 2.0, 0.04);
    EXPECT_NEAR(static_cast<double>(beyond) / count, 0.3679, 0.004);
}

TEST(Random, TheFirstNumbersAreTheSameEverywhere) {
    random_source source(1);
    EXPECT_EQ(source.bits(), 0xB3F2'AF6D'0FC7'10C5U); // as the authors' code gives it for this seed
    EXPECT_EQ(source.exponential(2'000), 1'040U);
}

TEST(Parameters, ParametersThatCannotBeSimulatedAreRefusedInWords) {
    parameters const good;
    EXPECT_EQ(fault_of(good), "");
    parameters bad = good;
    bad.interval = 0;
    EXPECT_NE(fault_of(bad), "");
    EXPECT_THROW(convoy{bad}, std::invalid_argument);
    bad = good;
    bad.first_arrivals = {5, 3};
    EXPECT_NE(fault_of(bad), "");
    bad = good;
    bad.hold = ticks{1} << 32;
    EXPECT_NE(fault_of(bad), "");
    bad = good;
    bad.threads = 4;
    bad.cores = 2;
    bad.spin = for_ever;
    EXPECT_NE(fault_of(bad), "");
    bad.time_slice = 1;
    EXPECT_EQ(fault_of(bad), "");
    bad.time_slice = for_ever; // from now on it would end before now
    EXPECT_NE(fault_of(bad), "");
}

} // namespace
} // namespace kev::lab07::simulation
