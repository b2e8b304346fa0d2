#include "ended_sleep.hpp"

#include <ctime>

namespace kev::interpose {

namespace {

constinit thread_local sleep_rules rules;

lab05::nt_ticks reading_of(clockid_t clock) noexcept {
    timespec now{};
    clock_gettime(clock, &now);
    return std::chrono::floor<lab05::nt_ticks>(std::chrono::seconds(now.tv_sec) +
                                               std::chrono::nanoseconds(now.tv_nsec));
}

} // namespace

sleep_rules& this_sleep() noexcept {
    return rules;
}

template <>
steady_moment::time_point steady_moment::now() noexcept {
    return time_point(reading_of(CLOCK_MONOTONIC));
}

template <>
calendar_moment::time_point calendar_moment::now() noexcept {
    return time_point(reading_of(CLOCK_REALTIME));
}

} // namespace kev::interpose
