#include <kev/testing/clock_tick.hpp>

std::chrono::microseconds const kev::testing::time_outs_may_be_early_by{0};
