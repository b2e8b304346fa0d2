// The common parts of the litmus tests: two variables, and the set of all outcomes.
#pragma once

#include "exploring.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace kev::checker::testing {

using order = std::memory_order;

using outcome = std::array<int, 4>;
inline std::set<outcome> outcomes;

template <typename S>
std::set<outcome> outcomes_of(int stale_loads) {
    outcomes.clear();
    EXPECT_EQ(exploring<S>(with_stale_loads(stale_loads)).found, verdict::exhausted_clean);
    return outcomes;
}

struct two_variables {
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    outcome r{};
    void after() { outcomes.insert(r); }
};

} // namespace kev::checker::testing
