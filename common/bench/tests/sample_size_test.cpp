// How long a sample gets when the machine is as fast as before, and when it is not.
#include <kev/bench/sample_size.hpp>

#include <vector>

#include <gtest/gtest.h>

namespace kev::bench {
namespace {

struct sample {
    double seconds;
    std::uint64_t turns;
};

// A machine on which a turn takes as long as it is told to. It notes all runs.
struct machine {
    double seconds_a_turn;
    std::vector<std::uint64_t> runs;

    sample run(std::uint64_t turns) {
        runs.push_back(turns);
        return {seconds_a_turn * static_cast<double>(turns), turns};
    }
    sample measured_by(sample_size& size) {
        return size.measure([this](std::uint64_t turns) { return run(turns); });
    }
};

TEST(SampleSize, GrowsUntilASampleIsLongEnoughAndThenStays) {
    machine here{1e-6, {}};
    sample_size size(1'000'000'000);
    sample const first = here.measured_by(size);
    EXPECT_GE(first.seconds, sample_seconds());
    EXPECT_LE(first.seconds, 4 * sample_seconds());
    EXPECT_GT(here.runs.size(), 1u) << "the first runs were too short";
    EXPECT_EQ(here.measured_by(size).turns, first.turns);
}

TEST(SampleSize, ShrinksWhenTheMachineHasGotOtherWork) {
    machine here{1e-6, {}};
    sample_size size(1'000'000'000);
    sample const before = here.measured_by(size);
    here.seconds_a_turn *= 1000;
    sample const surprised = here.measured_by(size);
    EXPECT_EQ(surprised.turns, before.turns) << "it counts: the time was spent";
    sample const after = here.measured_by(size);
    EXPECT_GE(after.seconds, sample_seconds());
    EXPECT_LE(after.seconds, 4 * sample_seconds());
}

TEST(SampleSize, GrowsWhenTheMachineHasLostOtherWorkAndThrowsNothingAway) {
    machine here{1e-6, {}};
    sample_size size(1'000'000'000);
    here.measured_by(size);
    here.runs.clear();
    here.seconds_a_turn /= 5;
    sample const short_one = here.measured_by(size);
    EXPECT_LT(short_one.seconds, sample_seconds()) << "it counts all the same";
    EXPECT_EQ(here.runs.size(), 1u);
    EXPECT_GE(here.measured_by(size).seconds, sample_seconds());
    EXPECT_EQ(here.runs.size(), 2u);
}

TEST(SampleSize, RepeatsWhatHasMeasuredNothing) {
    machine here{1e-6, {}};
    sample_size size(1'000'000'000);
    here.measured_by(size);
    int empty = 2;
    auto const measured = size.measure([&](std::uint64_t turns) {
        return empty-- > 0 ? sample{0, turns} : here.run(turns);
    });
    EXPECT_GT(measured.seconds, 0);
}

} // namespace
} // namespace kev::bench
