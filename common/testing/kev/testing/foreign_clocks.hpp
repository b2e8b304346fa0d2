/// @file
/// Clocks of a program whose readings are great numbers, and what an attempt must do with them.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace kev::testing {

/// A steady clock that shows `Start` where kev::clock shows zero.
template <typename Duration, typename Duration::rep Start>
struct clock_from {
    using duration = Duration;
    using rep = typename Duration::rep;
    using period = typename Duration::period;
    using time_point = std::chrono::time_point<clock_from>;
    static constexpr bool is_steady = true;

    static time_point now() noexcept {
        auto const real = std::chrono::steady_clock::now().time_since_epoch();
        return time_point(Duration(Start) + std::chrono::duration_cast<Duration>(real));
    }
};

/// TAI64's seconds. A clock of NT's ticks cannot show them.
using tai64 = clock_from<std::chrono::seconds, std::int64_t{1} << 62>;
/// The same with milliseconds, for a test that waits.
using far_milliseconds = clock_from<std::chrono::milliseconds, std::int64_t{1} << 62>;
/// A number that is greater than any signed one.
using far_unsigned =
    clock_from<std::chrono::duration<std::uint64_t, std::milli>, std::uint64_t{3} << 62>;

/// A clock that always shows `Reading`, as in a simulation that has stopped.
template <typename Duration, typename Duration::rep Reading>
struct standing_clock {
    using duration = Duration;
    using rep = typename Duration::rep;
    using period = typename Duration::period;
    using time_point = std::chrono::time_point<standing_clock>;
    static constexpr bool is_steady = false;

    static constexpr time_point now() noexcept { return time_point(Duration(Reading)); }
};

template <typename Duration>
using stands_at_its_end =
    standing_clock<Duration, std::numeric_limits<typename Duration::rep>::max()>;
template <typename Duration>
using stands_at_its_begin =
    standing_clock<Duration, std::numeric_limits<typename Duration::rep>::min()>;

/// `attempt(moment)` waits for what does not come, at most until that moment, and returns whether it came. It must
/// return at once if its clock shows the moment, and never earlier.
template <typename Attempt>
void expect_to_end_by_foreign_clocks(Attempt attempt) {
    using std::chrono::hours;
    using std::chrono::milliseconds;
    using std::chrono::seconds;

    EXPECT_FALSE(attempt(stands_at_its_end<seconds>::now()));
    EXPECT_FALSE(attempt(stands_at_its_end<seconds>::time_point::min()));
    EXPECT_FALSE(attempt(stands_at_its_begin<seconds>::now()));
    EXPECT_FALSE(attempt(stands_at_its_end<std::chrono::duration<std::uint64_t>>::now()));
    EXPECT_FALSE(attempt(tai64::now() - hours(1)));
    EXPECT_FALSE(attempt(tai64::time_point::min()));

    auto const soon = far_milliseconds::now() + milliseconds(20);
    EXPECT_FALSE(attempt(soon));
    EXPECT_GE(far_milliseconds::now(), soon);

    auto const soon_unsigned = far_unsigned::now() + milliseconds(20);
    EXPECT_FALSE(attempt(soon_unsigned));
    EXPECT_GE(far_unsigned::now(), soon_unsigned);
}

} // namespace kev::testing
