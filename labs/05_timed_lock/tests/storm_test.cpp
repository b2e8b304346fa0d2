// Time-outs against unlocks, a hundred thousand of them: each promise that a waiter or an unlocker makes
// is kept exactly once, or the word does not come back to zero, or somebody waits for ever.
#include "storm.hpp"

#include <gtest/gtest.h>

namespace kev::lab05 {
namespace {

TEST(Storm, ConservesWakesThroughAHundredThousandTimeouts) {
    in_storm::result const total = in_storm::rage<in_storm::counting_limit>(100'000);
    in_storm::expect_conservation(total);
}

} // namespace
} // namespace kev::lab05
