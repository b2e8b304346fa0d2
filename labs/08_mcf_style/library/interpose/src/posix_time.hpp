// POSIX's moments, as the labs' moments.
#pragma once

#include "ended_sleep.hpp"

#include <cstdint>
#include <ctime>

namespace kev::interpose {

/// Whether a function may take it: POSIX wants EINVAL for other nanoseconds.
inline bool is_moment(timespec const& time) noexcept {
    return time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000;
}

inline bool is_clock(clockid_t clock) noexcept {
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

/// Rounded up, so that no wait is shortened. A moment that 64 bits of ticks cannot hold is 29,000 years away.
inline lab05::nt_ticks ticks_of(timespec const& time) noexcept {
    constexpr std::int64_t ticks = lab05::nt_ticks::period::den;
    constexpr std::int64_t nanoseconds_in_a_tick = 1'000'000'000 / ticks;
    std::int64_t const seconds = time.tv_sec;
    if (seconds < 0) return lab05::nt_ticks{0};
    if (seconds >= INT64_MAX / ticks - 1) return (lab05::nt_ticks::max)();
    return lab05::nt_ticks{seconds * ticks +
                           (time.tv_nsec + nanoseconds_in_a_tick - 1) / nanoseconds_in_a_tick};
}

/// Calls wait(moment) with the moment of that clock.
template <typename Wait>
auto with_moment(clockid_t clock, timespec const& time, Wait wait) noexcept {
    if (clock == CLOCK_MONOTONIC) return wait(steady_moment::time_point(ticks_of(time)));
    return wait(calendar_moment::time_point(ticks_of(time)));
}

} // namespace kev::interpose
