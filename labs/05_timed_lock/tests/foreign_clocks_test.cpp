// Clocks that count from far away, stand at the end of their range, or have an unusual unit or number.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/queue_mutex.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/lab05/timed_condvar.hpp>
#include <kev/lab05/timed_mutex.hpp>
#include <kev/lab05/timed_queue_condvar.hpp>
#include <kev/testing/foreign_clocks.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <mutex>
#include <ratio>

#include <gtest/gtest.h>

namespace kev::lab05 {
namespace {

using namespace std::chrono_literals;
using std::chrono::duration;
using testing::expect_to_end_by_foreign_clocks;
using testing::tai64;

constexpr nt_ticks least = -nt_ticks::max();
constexpr nt_ticks most = nt_ticks::max();

// The compiler computes these, and refuses what C++ does not define.
template <typename Earlier, typename Later>
consteval nt_ticks between(Earlier earlier, Later later) {
    return ticks_between(std::chrono::time_point<tai64, Earlier>(earlier),
                         std::chrono::time_point<tai64, Later>(later));
}

template <typename Period>
using signed_time = duration<std::int64_t, Period>;
template <typename Period>
using unsigned_time = duration<std::uint64_t, Period>;

constexpr auto far_away = 1s * (std::int64_t{1} << 62);
constexpr auto last = std::chrono::seconds::max();
constexpr auto first = std::chrono::seconds::min();

TEST(TicksBetween, AreThoseOfTheDifference) {
    EXPECT_EQ(between(far_away, far_away + 1s), 1s);
    EXPECT_EQ(between(far_away + 1s, far_away), -1s);
    EXPECT_EQ(between(last, last), 0s);
    EXPECT_EQ(between(last, last - 1s), -1s);
    EXPECT_EQ(between(first, first), 0s);
    EXPECT_EQ(between(first, first + 1s), 1s);
    EXPECT_EQ(between(-1ns, 1ns), nt_ticks(1));
    EXPECT_EQ(between(199ns, 200ns), nt_ticks(1)) << "one nanosecond is left";
    EXPECT_EQ(between(150ns, 150ns), nt_ticks(0));
    EXPECT_EQ(between(199ns, 150ns), nt_ticks(0)) << "it has come";
    EXPECT_EQ(between(49ns, 150ns), nt_ticks(2));
}

TEST(TicksBetween, StopAtTheEndsOfTheRange) {
    EXPECT_EQ(between(first, last), most);
    EXPECT_EQ(between(last, first), least);
    EXPECT_EQ(between(0s, far_away), most);
    EXPECT_EQ(between(far_away, 0s), least);
    EXPECT_EQ(between(last, std::chrono::hours::max()), most) << "beyond all that the clock shows";
    EXPECT_EQ(between(first, std::chrono::hours::min()), least);
    EXPECT_EQ(between(std::chrono::hours::max(), last), least);
    EXPECT_EQ(between(0ns, std::chrono::years::max()), most);
    constexpr auto range = std::chrono::nanoseconds::max();
    EXPECT_EQ(between(-range, range), nt_ticks(184'467'440'737'095'517)) << "584 years";
    EXPECT_EQ(between(13ns - range, range), nt_ticks(184'467'440'737'095'517)) << "rounded up";
}

TEST(TicksBetween, MayBeOfDifferentUnits) {
    EXPECT_EQ(between(59min, 3'541s), 1s);
    EXPECT_EQ(between(3'541s, 59min), -1s);
    EXPECT_EQ(between(-1h, -3'599'999ms), 1ms);
    using third = signed_time<std::ratio<1, 3>>;
    using half_tick = signed_time<std::ratio<1, 20'000'000>>;
    EXPECT_EQ(between(third(3'000), 1'001s), 1s);
    EXPECT_EQ(between(third(1), half_tick(6'666'667)), nt_ticks(1))
        << "a sixth of a tick, rounded up";
    EXPECT_EQ(between(half_tick(6'666'667), third(1)), nt_ticks(0));
    // Neither fits into the unit of both.
    using two = signed_time<std::ratio<2>>;
    using three = signed_time<std::ratio<3>>;
    EXPECT_EQ(between(two(3 * (std::int64_t{1} << 61)), three((std::int64_t{1} << 62) + 1)), 3s);
    // A processor's own counter, in a unit that has no small multiple in common with a nanosecond.
    using counter = signed_time<std::ratio<1, 2'995'203'117>>;
    EXPECT_EQ(between(counter(2'995'203'117), 1'000'001'000ns), 1us);
}

TEST(TicksBetween, MayBeOfUnsignedNumbers) {
    constexpr auto end = unsigned_time<std::milli>::max();
    using number = unsigned_time<std::milli>;
    EXPECT_EQ(between(end, end), 0ms);
    EXPECT_EQ(between(end - number(7), end), 7ms);
    EXPECT_EQ(between(end, end - number(7)), -7ms);
    EXPECT_EQ(between(number(7), number(0)), -7ms);
    EXPECT_EQ(between(number(0), end), most);
    EXPECT_EQ(between(end, -1ms), least);
    EXPECT_EQ(between(number(1), -1ms), -2ms);
    EXPECT_EQ(between(-1ms, number(1)), 2ms);
    EXPECT_EQ(between(std::chrono::milliseconds::min(), end), most);
}

TEST(TicksBetween, MayBeOfNarrowNumbers) {
    using narrow = duration<signed char, std::milli>;
    using wide = duration<std::uint32_t, std::milli>;
    EXPECT_EQ(between(narrow::min(), narrow::max()), 255ms);
    EXPECT_EQ(between(wide(0), wide::max()), 4'294'967'295ms);
    EXPECT_EQ(between(wide::max(), narrow(-1)), -4'294'967'296ms);
    EXPECT_EQ(between(duration<char, std::milli>(5), duration<short, std::milli>(7)), 2ms);
}

TEST(TicksBetween, MayBeOfFloatingNumbers) {
    using number = duration<double>;
    using short_number = duration<float, std::ratio<3'600>>;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(between(number(1e300), number(1e300)), 0s);
    EXPECT_EQ(between(number(1.0 / 3), number(1.0 / 3)), 0s) << "no tick is left of a part of one";
    EXPECT_EQ(between(number(0), number(1e-300)), nt_ticks(1));
    EXPECT_EQ(between(number(-1e300), number(1e300)), most);
    EXPECT_EQ(between(0ns, number(infinity)), most);
    EXPECT_EQ(between(0ns, number(-infinity)), least);
    using moment = std::chrono::time_point<tai64, number>;
    EXPECT_EQ(ticks_between(moment(number(infinity)), moment(number(infinity))), 0s);
    EXPECT_LE(ticks_between(moment(0s), moment(number(std::numeric_limits<double>::quiet_NaN()))),
              0s);
    EXPECT_EQ(between(240h, short_number(240.5F)), 30min);
}

TEST(AnInterval, MayBeOfAnyNumber) {
    EXPECT_TRUE(for_at_most(unsigned_time<std::milli>(0)).passed());
    EXPECT_FALSE(for_at_most(unsigned_time<std::milli>::max()).passed());
    EXPECT_FALSE(for_at_most(duration<unsigned char, std::ratio<60>>(255)).passed());
    EXPECT_TRUE(for_at_most(duration<signed char, std::ratio<60>>(-128)).passed());
    EXPECT_FALSE(for_at_most(duration<float, std::ratio<3'600>>(1)).passed());
}

// The kernel must be told neither less nor more than the time that is left.
TEST(AMomentOfAForeignClock, IsTranslatedToTheSteadyClock) {
    auto const before = kev::clock::now();
    until const limit(tai64::now() + 1h);
    sleep_end const end = limit.end();
    auto const after = kev::clock::now();
    EXPECT_EQ(end.on, sleep_end::clock::steady);
    EXPECT_GT(end.moment, before.time_since_epoch() + 1h - 1s) << "TAI64 shows whole seconds";
    EXPECT_LE(end.moment, after.time_since_epoch() + 1h + 1us);
    EXPECT_FALSE(limit.passed());
}

TEST(AMomentOfAForeignClock, NeverComesIfTheClockNeverShowsIt) {
    using standing = testing::stands_at_its_end<std::chrono::seconds>;
    until const limit(std::chrono::time_point<standing, std::chrono::hours>::max());
    EXPECT_FALSE(limit.passed());
    EXPECT_EQ(limit.end().moment, most);
}

TEST(AMomentOfAForeignClock, EndsAnAttemptToLock) {
    timed_mutex m;
    m.lock();
    expect_to_end_by_foreign_clocks([&m](auto moment) { return m.try_lock_until(moment); });
}

TEST(AMomentOfAForeignClock, EndsTheWaitOfACondvar) {
    timed_condvar changed;
    lab03::fast_mutex m;
    std::unique_lock lock(m);
    expect_to_end_by_foreign_clocks([&](auto moment) {
        return changed.wait_until(lock, moment) == std::cv_status::no_timeout;
    });
    expect_to_end_by_foreign_clocks(
        [&](auto moment) { return changed.wait_until(lock, moment, [] { return false; }); });
}

TEST(AMomentOfAForeignClock, EndsTheWaitOfAQueueCondvar) {
    timed_queue_condvar changed;
    lab04::queue_mutex m;
    std::unique_lock lock(m);
    expect_to_end_by_foreign_clocks([&](auto moment) {
        return changed.wait_until(lock, moment) == std::cv_status::no_timeout;
    });
    expect_to_end_by_foreign_clocks(
        [&](auto moment) { return changed.wait_until(lock, moment, [] { return false; }); });
}

} // namespace
} // namespace kev::lab05
