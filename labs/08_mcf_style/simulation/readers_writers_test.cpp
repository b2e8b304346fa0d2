// The simulated reader/writer lock: what limits it, and what cost.md says of it.
#include "readers_writers.hpp"

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

constexpr simulation::ticks time = 4'000'000;

struct load {
    unsigned processors;
    unsigned one_in; // 1: a mutex
    simulation::ticks line = 20;
    bool spins = true;
    simulation::ticks hold = 240;
};

struct outcome {
    double turn;  // in ns
    double later; // in the second half of the time
};

outcome turns_of(load const& set) {
    simulation::parameters given;
    given.hold = set.hold;
    given.interval = set.processors == 2 ? 0 : given.hold;
    given.cores = set.processors;
    given.threads = set.processors == 2 ? 4 : set.processors;
    given.time_slice = 1'000'000;
    given.spin = set.spins ? 1 : 0;
    readers_writers run(given, set.one_in, set.line);
    run.run_until(time / 2);
    auto const half = static_cast<double>(run.so_far().acquisitions);
    run.run_until(time);
    auto const all = static_cast<double>(run.so_far().acquisitions);
    return {.turn = time / all, .later = time / 2 / (all - half)};
}

double turn_of(load const& set) {
    return turns_of(set).turn;
}

TEST(ReadersWriters, OneWriterIsInsideAloneAndManyReadersAreTogether) {
    EXPECT_GE(turn_of({.processors = 16, .one_in = 1, .line = 0}), 238);
    EXPECT_NEAR(turn_of({.processors = 16, .one_in = 0, .line = 0}), 2 * 240 / 16.0, 1);
}

TEST(ReadersWriters, TheCacheLineIsTheLimitOfManyReaders) {
    EXPECT_NEAR(turn_of({.processors = 64, .one_in = 0, .line = 90}), 2 * 90, 2);
    EXPECT_NEAR(turn_of({.processors = 64, .one_in = 0, .line = 20}), 2 * 20, 2);
}

// A sleeper that no thread calls keeps all others out in the end.
TEST(ReadersWriters, NoWakeUpIsLost) {
    for (unsigned const processors : {2U, 4U, 16U, 64U})
        for (unsigned const one_in : {1U, 2U, 16U, 100U})
            for (bool const spins : {false, true}) {
                outcome const got =
                    turns_of({.processors = processors, .one_in = one_in, .spins = spins});
                EXPECT_LT(got.later, 1.3 * got.turn)
                    << processors << ", one in " << one_in << ", spins: " << spins;
            }
}

TEST(ReadersWriters, OnTwoProcessorsItErrsByLessThanAFifth) {
    struct {
        unsigned one_in;
        double measured;
    } const rows[] = {{0, 139}, {100, 140}, {16, 175}, {2, 288}};
    for (auto const& row : rows)
        EXPECT_NEAR(turn_of({.processors = 2, .one_in = row.one_in}) / row.measured, 1, 0.2)
            << row.one_in;
}

TEST(ReadersWriters, FewWritersMakeTheMutexSlowerUnlessTheCacheLineIsTheLimit) {
    EXPECT_GT(turn_of({.processors = 16, .one_in = 1}),
              5 * turn_of({.processors = 16, .one_in = 100}));
    EXPECT_NEAR(turn_of({.processors = 16, .one_in = 1, .line = 4 * 240}),
                turn_of({.processors = 16, .one_in = 100, .line = 4 * 240}), 100);
}

TEST(ReadersWriters, ManyWritersMakeTheMutexFasterUnlessTheSectionIsLongerThanASwitch) {
    EXPECT_LT(turn_of({.processors = 16, .one_in = 1}),
              turn_of({.processors = 16, .one_in = 2}) / 3);
    EXPECT_GT(turn_of({.processors = 16, .one_in = 1, .hold = 9'600}),
              turn_of({.processors = 16, .one_in = 2, .hold = 9'600}));
}

} // namespace
} // namespace kev::lab08
