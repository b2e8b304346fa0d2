// A hundred thousand time-outs against unlocks. Each promise of a waiter or an unlocker must be kept exactly once.
// Otherwise the word does not return to zero, or a thread waits forever.
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
