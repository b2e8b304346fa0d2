// Deadlines: rounding, signs, the ends of the range, and which clock is asked.
#include <kev/lab05/time_limit.hpp>
#include <kev/testing/settable_clock.hpp>

#include <chrono>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

namespace kev::lab05 {
namespace {

using namespace std::chrono_literals;
using std::chrono::system_clock;
using moment = kev::clock::time_point;

constexpr nt_ticks least = nt_ticks::min();
constexpr nt_ticks most = nt_ticks::max();

TEST(Difference, StopsAtBothEnds) {
    EXPECT_EQ(difference(5ms, 3ms), 2ms);
    EXPECT_EQ(difference(most, -1ms), most);
    EXPECT_EQ(difference(most, least), most);
    EXPECT_EQ(difference(least, 1ms), least);
    EXPECT_EQ(difference(least, most), least);
    EXPECT_EQ(difference(least, least), 0ms);
    EXPECT_EQ(difference(most, most), 0ms);
}

TEST(Deadline, IsNeverEarlierByRounding) {
    EXPECT_EQ(deadline_after(moment(0ns), 1ns).time_since_epoch(), nt_ticks(1));
    EXPECT_EQ(deadline_after(moment(1ns), 100ns).time_since_epoch(), nt_ticks(2));
    EXPECT_EQ(time_left(moment(101ns), moment(0ns)), nt_ticks(2));
    EXPECT_EQ(time_left(moment(200ns), moment(199ns)), nt_ticks(1)) << "one nanosecond is left";
    EXPECT_EQ(time_left(moment(200ns), moment(200ns)), nt_ticks(0));
}

TEST(Deadline, HasPassedAfterNoOrANegativeInterval) {
    moment const now(1h + 1ns);
    EXPECT_LE(time_left(deadline_after(now, 0ms), now), 0ms);
    EXPECT_LT(time_left(deadline_after(now, -1ms), now), 0ms);
    EXPECT_LT(time_left(deadline_after(now, std::chrono::hours::min()), now), 0ms);
    EXPECT_LT(time_left(deadline_after(now, std::chrono::nanoseconds::min()), now), 0ms);
}

TEST(Deadline, IsFarAwayAfterTheLongestInterval) {
    moment const now(1h);
    constexpr auto long_enough = std::chrono::hours(24 * 365 * 200);
    EXPECT_GT(time_left(deadline_after(now, std::chrono::hours::max()), now), long_enough);
    EXPECT_GT(time_left(deadline_after(now, std::chrono::nanoseconds::max()), now), long_enough);
    EXPECT_GT(time_left(deadline_after(now, std::chrono::duration<double>(1e300)), now),
              long_enough);
    EXPECT_GT(time_left(deadline_after(now, std::chrono::milliseconds::max()), now), long_enough);
}

TEST(Deadline, KeepsItsDistanceWhereThirtyTwoBitsOfMillisecondsWrap) {
    constexpr std::chrono::milliseconds wrap(std::int64_t{1} << 32);
    for (auto const start :
         {moment(wrap - 10ms), moment(wrap / 2 - 10ms), moment(2 * wrap - 10ms)}) {
        auto const deadline = deadline_after(start, 20ms);
        EXPECT_EQ(time_left(deadline, start), 20ms);
        EXPECT_EQ(time_left(deadline, start + 15ms), 5ms);
        EXPECT_EQ(time_left(deadline, start + 20ms), 0ms);
        EXPECT_EQ(time_left(deadline, start + 25ms), -5ms);
    }
}

TEST(TimeLeft, BeforeNowIsNegativeAndAtTheEndsOfTimeDoesNotOverflow) {
    moment const now(50h);
    EXPECT_EQ(time_left(now - 1h, now), -1h);
    EXPECT_GT(time_left(moment::max(), now), 24h * 365 * 200);
    EXPECT_LT(time_left(moment::min(), now), -24h * 365 * 200);
    // 584 years: too much for nanoseconds.
    EXPECT_GT(time_left(moment::max(), moment::min() + 1s), 24h * 365 * 500);
}

TEST(TimeLeft, DoesNotOverflowForAMomentInHours) {
    using hours_moment = std::chrono::time_point<kev::clock, std::chrono::hours>;
    EXPECT_EQ(time_left(hours_moment(51h), moment(50h)), 1h);
    EXPECT_GT(time_left(hours_moment::max(), moment(50h)), 24h * 365 * 200);
    EXPECT_LT(time_left(hours_moment::min(), moment(50h)), 0h);
}

TEST(AnInterval, IsMeasuredOnASteadyClock) {
    using limit = decltype(for_at_most(1s));
    EXPECT_TRUE((std::is_same_v<limit, until<kev::clock, nt_ticks>>));
    EXPECT_TRUE(kev::clock::is_steady);
    EXPECT_FALSE(for_at_most(1h).passed());
    EXPECT_TRUE(for_at_most(0h).passed());
    EXPECT_TRUE(for_at_most(-1h).passed());
}

TEST(AMoment, FollowsAClockThatIsSet) {
    using testing::settable_clock;
    settable_clock::set(0s);
    until const limit(settable_clock::now() + 1h);
    EXPECT_FALSE(limit.passed());
    settable_clock::set(2h);
    EXPECT_TRUE(limit.passed());
    settable_clock::set(0s);
    EXPECT_FALSE(limit.passed()) << "set back: not yet, after all";
}

// A clock that shows what it is told and does not go.
struct stopped_clock {
    using duration = std::chrono::nanoseconds;
    using time_point = std::chrono::time_point<stopped_clock>;
    static time_point now() noexcept { return time_point(1h); }
};

TEST(AMoment, HasPassedAsSoonAsItsClockShowsIt) {
    EXPECT_TRUE(until(stopped_clock::now()).passed());
    EXPECT_FALSE(until(stopped_clock::now() + 1ns).passed());
}

TEST(AMoment, HasPassedAsSoonAsTheCalendarShowsIt) {
    // Nobody can stop the calendar. So many moments, each a few ticks away: some come just when it is asked.
    for (int attempt = 0; attempt < 20'000; ++attempt) {
        auto const deadline =
            std::chrono::floor<nt_ticks>(system_clock::now()) + nt_ticks(attempt % 16);
        until const limit(deadline);
        auto const before = system_clock::now();
        bool const passed = limit.passed();
        ASSERT_TRUE(passed || before < deadline);
    }
}

TEST(AMoment, PassesOnTheCalendar) {
    EXPECT_FALSE(until(system_clock::now() + 1h).passed());
    EXPECT_TRUE(until(system_clock::now() - 1us).passed());
    EXPECT_FALSE(until(system_clock::time_point::max()).passed());
    EXPECT_TRUE(until(system_clock::time_point::min()).passed());
}

} // namespace
} // namespace kev::lab05
