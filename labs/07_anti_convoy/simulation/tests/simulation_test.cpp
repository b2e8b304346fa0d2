// The article's numbers, queueing theory's, and what every run must add up to.
#include <kev/lab07/simulation/convoy.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab07::simulation {
namespace {

// "T0 acquires L at cycle 0; if it just so happens that T1 tries to acquire it at cycle 500 ...", then
// an arrival every 2,000 cycles. The parameters' defaults are the article's.
parameters article(policy lock) {
    parameters given;
    given.lock = lock;
    given.first_arrivals = {0, 500};
    return given;
}

parameters random_arrivals(policy lock, ticks interval) {
    parameters given;
    given.lock = lock;
    given.interval = interval;
    given.arrivals = spacing::random;
    return given;
}

struct diary final : watcher {
    using entry = std::tuple<ticks, std::uint64_t, happening>;
    void saw(ticks when, std::uint64_t thread, happening what) override {
        entries.emplace_back(when, thread, what);
    }
    // When this first happened to the thread; for_ever if it did not.
    ticks when(std::uint64_t thread, happening what) const {
        for (auto const& [moment, who, which] : entries)
            if (who == thread && which == what) return moment;
        return for_ever;
    }
    std::vector<entry> entries;
};

std::size_t queue_after(parameters const& given, ticks time) {
    convoy run(given);
    run.run_until(time);
    return run.waiting();
}

TEST(TheArticle, WithoutAChanceMeetingNobodyEverWaits) {
    parameters given; // an arrival every 2,000 cycles, from 0 on
    convoy run(given);
    run.run_until(10'000'000);
    EXPECT_EQ(run.so_far().acquisitions, 5'001U);
    EXPECT_EQ(run.so_far().waits, 0U);
}

TEST(TheArticle, T1RunsInsideAtFiveThousandAndTwoMoreHaveArrived) {
    diary seen;
    convoy run(article(policy::hand_off), &seen);
    run.run_until(5'000);
    EXPECT_EQ(seen.when(0, happening::acquires), 0U);
    EXPECT_EQ(seen.when(1, happening::arrives), 500U);
    EXPECT_EQ(seen.when(0, happening::releases), 1'000U);
    EXPECT_EQ(seen.when(1, happening::acquires), 5'000U);
    EXPECT_EQ(run.waiting(), 2U);
    EXPECT_EQ(run.so_far().handed_off, 4'000U) << "nobody ran under the lock for one switch";
}

// "By the time those threads execute, another 10,000 cycles (2*(C+1,000)) will have passed, and another
// 4 threads will have begun waiting": four come during the two switches of 4,000. One more comes while
// the lock is held, which the article does not count: 10,000 cycles are five arrivals.
TEST(TheArticle, TenThousandCyclesLaterFourMoreCameDuringTheSwitchesAndOneBesides) {
    diary seen;
    convoy run(article(policy::hand_off), &seen);
    run.run_until(15'000);
    EXPECT_EQ(seen.when(3, happening::acquires), 15'000U) << "both of the two have the lock by now";
    int during_switches = 0;
    int during_holds = 0;
    for (auto const& [when, who, what] : seen.entries) {
        if (what != happening::arrives || when <= 5'000) continue;
        bool const held = (when > 5'000 && when <= 6'000) || (when > 10'000 && when <= 11'000);
        ++(held ? during_holds : during_switches);
    }
    EXPECT_EQ(during_switches, 4);
    EXPECT_EQ(during_holds, 1);
    EXPECT_EQ(run.waiting(), 5U);
}

TEST(TheArticle, TheFairLockNeverRecovers) {
    // Five arrivals and two departures in 10,000 cycles: three more every time.
    EXPECT_EQ(queue_after(article(policy::hand_off), 105'000), 32U);
    EXPECT_EQ(queue_after(article(policy::hand_off), 1'005'000), 302U);
    EXPECT_EQ(queue_after(article(policy::hand_off), 10'005'000), 3'002U);
}

TEST(TheArticle, TheUnfairLockServesEverybodyElseAndOneThreadNever) {
    // The article leaves this out: with such regular arrivals another thread is always inside when T1 wakes.
    diary seen;
    convoy run(article(policy::unfair), &seen);
    run.run_until(10'000'000);
    EXPECT_EQ(run.waiting(), 1U);
    EXPECT_EQ(seen.when(1, happening::acquires), for_ever);
    EXPECT_EQ(run.so_far().acquisitions, 5'000U);
    EXPECT_GT(run.so_far().futile_wakes, 2'000U);
}

TEST(TheArticle, TheBoundedLockServesThatOneTooAndPaysForEachHandOff) {
    // Here the heir sleeps while it waits. So each hand-off takes a switch, in which two arrive and wait.
    diary seen;
    parameters given = article(policy::bounded);
    given.patience = 100'000;
    convoy run(given, &seen);
    run.run_until(10'000'000);
    EXPECT_LE(seen.when(1, happening::acquires), 115'000U);
    EXPECT_GT(run.so_far().hand_offs, 80U);
    EXPECT_LE(run.so_far().hand_offs, 101U);
    EXPECT_LE(run.waiting(), 2 * run.so_far().hand_offs + 1);
    EXPECT_GT(run.so_far().acquisitions, 4'750U);
}

TEST(Capacity, WithoutSwitchesTheQueueIsTheTextbooks) {
    // Random arrivals, constant service, half busy: the mean queue is r^2 / (2 (1 - r)) = 0.25.
    parameters given = random_arrivals(policy::hand_off, 2'000);
    given.context_switch = 0;
    convoy run(given);
    run.run_until(1'000'000'000);
    EXPECT_NEAR(run.so_far().waited / 1e9, 0.25, 0.01);
    EXPECT_NEAR(static_cast<double>(run.so_far().held) / 1e9, 0.5, 0.01);
}

TEST(Capacity, ASwitchCountsAsHoldingForTheFairLock) {
    // Stable if and only if an arrival is rarer than hold + switch = 5,000.
    EXPECT_GT(queue_after(random_arrivals(policy::hand_off, 4'500), 200'000'000), 2'000U);
    EXPECT_LT(queue_after(random_arrivals(policy::hand_off, 5'500), 200'000'000), 200U);
}

TEST(Capacity, AnUnfairLockThatWakesOneAtATimeFallsShortOfTheArticlesLoad) {
    // Of arrivals at the rate a, each finds the lock taken with probability u = a * hold. A woken thread
    // needs a switch and then finds it free with probability 1 - u. The balance a u = (1 - u) / switch
    // is at an arrival every 2,562: the article's load of one every 2,000 is beyond it.
    EXPECT_LT(queue_after(random_arrivals(policy::unfair, 2'800), 200'000'000), 500U);
    EXPECT_GT(queue_after(random_arrivals(policy::unfair, 2'300), 200'000'000), 2'000U);
}

TEST(Capacity, AnUnfairLockThatWakesAtEveryReleaseBearsIt) {
    parameters given = random_arrivals(policy::unfair, 2'000);
    given.wake_bit = false;
    EXPECT_LT(queue_after(given, 200'000'000), 50U);
    given.interval = 1'100; // but not all of the doubling that the article reckons with
    EXPECT_GT(queue_after(given, 200'000'000), 2'000U);
}

TEST(Capacity, WithAShortSpinTheReserveOfTwoIsThere) {
    parameters given = random_arrivals(policy::unfair, 1'100);
    given.spin = 5'000;
    EXPECT_LT(queue_after(given, 200'000'000), 200U);
}

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

TEST(Disturbance, OneLongHoldIsForgottenByTheUnfairLockOnly) {
    // The fair lock could bear this load, as long as nobody waits.
    parameters given = random_arrivals(policy::hand_off, 12'000);
    given.threads = 4;
    given.disturb_at = 1'000'000;
    given.disturb_hold = 500'000;
    auto const late_rate = [](parameters const& which) {
        convoy run(which);
        run.run_until(5'000'000);
        std::uint64_t const before = run.so_far().acquisitions;
        run.run_until(15'000'000);
        return run.so_far().acquisitions - before;
    };
    std::uint64_t const fair = late_rate(given);
    given.lock = policy::unfair;
    EXPECT_GT(late_rate(given), fair);
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

// Keeps account of who was woken and has no core yet.
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
