// Time-outs: units, signs, rounding and the past. No time-out is shorter than asked.
#include <kev/lab02/keyed_event.hpp>
#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>
#include <kev/testing/clock_tick.hpp>

#include <atomic>
#include <chrono>
#include <limits>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab02 {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using std::chrono::system_clock;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

TEST(NtTicks, AreAHundredNanoseconds) {
    EXPECT_EQ(to_nt_ticks(1ms).count(), 10'000);
    EXPECT_EQ(to_nt_ticks(1s).count(), 10'000'000);
}

TEST(NtTicks, RoundUpSoThatNoWaitIsShortened) {
    EXPECT_EQ(to_nt_ticks(1ns).count(), 1);
    EXPECT_EQ(to_nt_ticks(100ns).count(), 1);
    EXPECT_EQ(to_nt_ticks(101ns).count(), 2);
    EXPECT_EQ(to_nt_ticks(std::chrono::duration<double>(1e-9)).count(), 1);
}

TEST(NtTicks, StopAtTheEndsInsteadOfOverflowing) {
    EXPECT_EQ(to_nt_ticks(std::chrono::hours::max()).count(), largest)
        << "a duration that does not fit is as long as can be";
    EXPECT_LE(to_nt_ticks(std::chrono::hours::min()).count(), -largest);
    EXPECT_EQ(to_nt_ticks(std::chrono::duration<double>(1e300)).count(), largest);
}

TEST(NtTicks, NeitherOverflowNorShortenAnOddUnit) {
    using frames = std::chrono::duration<std::int64_t, std::ratio<1001, 30000>>;
    EXPECT_EQ(to_nt_ticks(frames(3)).count(), 1'001'000);
    EXPECT_GE(to_nt_ticks(frames(20'000'000'000'000)).count(), 6'673'333'333'333'333'334);
    EXPECT_LT(to_nt_ticks(frames(-20'000'000'000'000)).count(), -6'673'000'000'000'000'000);
    EXPECT_EQ(to_nt_ticks(frames::max()).count(), largest);
    EXPECT_LE(to_nt_ticks(frames::min()).count(), -largest);
    // Too near the end of the integers to be computed with them, though the result is small.
    using picoseconds = std::chrono::duration<std::int64_t, std::pico>;
    EXPECT_GE(to_nt_ticks(picoseconds(9'221'650'000'000'000'001)).count(), 92'216'500'000'001);
}

TEST(NtTicks, AreZeroForNotANumber) {
    auto const nothing = std::chrono::duration<double>(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(to_nt_ticks(nothing).count(), 0);
}

TEST(RelativeTimeout, IsNegativeAndZeroForNothing) {
    EXPECT_EQ(relative_timeout(1us).QuadPart, -10);
    EXPECT_EQ(relative_timeout(1ns).QuadPart, -1);
    EXPECT_EQ(relative_timeout(0ms).QuadPart, 0);
    EXPECT_EQ(relative_timeout(-5s).QuadPart, 0);
    EXPECT_EQ(relative_timeout(std::chrono::hours::max()).QuadPart, -largest);
}

TEST(AbsoluteTimeout, CountsFrom1601) {
    using std::chrono::sys_days;
    using namespace std::chrono;
    EXPECT_EQ(absolute_timeout(sys_days{1601y / 1 / 1}).QuadPart, 0);
    EXPECT_EQ(absolute_timeout(sys_days{1601y / 1 / 1} + nt_ticks{1}).QuadPart, 1);
    EXPECT_EQ(absolute_timeout(sys_days{1601y / 1 / 2}).QuadPart, 864'000'000'000);
    EXPECT_EQ(absolute_timeout(sys_days{1970y / 1 / 1}).QuadPart, 116'444'736'000'000'000);
}

TEST(AbsoluteTimeout, IsNeverNegativeWhichWouldBeRelative) {
    using namespace std::chrono;
    EXPECT_EQ(absolute_timeout(sys_days{1500y / 1 / 1}).QuadPart, 0);
}

TEST(AbsoluteTimeout, StopsAtTheLargestValue) {
    using namespace std::chrono;
    EXPECT_EQ(absolute_timeout(time_point<system_clock, hours>::max()).QuadPart, largest);
}

class Timeout : public ::testing::Test {
protected:
    // The raw calls' results with the time-out given in ticks.
    nt::NTSTATUS wait(std::int64_t ticks) {
        nt::LARGE_INTEGER timeout{ticks};
        return nt::NtWaitForKeyedEvent(event.native_handle(), &lock, 0, &timeout);
    }
    nt::NTSTATUS release(std::int64_t ticks) {
        nt::LARGE_INTEGER timeout{ticks};
        return nt::NtReleaseKeyedEvent(event.native_handle(), &lock, 0, &timeout);
    }
    static std::int64_t now_in_nt() { return absolute_timeout(system_clock::now()).QuadPart; }

    keyed_event event = keyed_event::create();
    alignas(8) int lock = 0;
};

TEST_F(Timeout, LooksOnceAndReturnsIfItIsZero) {
    EXPECT_EQ(wait(0), nt::STATUS_TIMEOUT);
    EXPECT_EQ(release(0), nt::STATUS_TIMEOUT);
}

TEST_F(Timeout, MeetsAPartnerThatIsThereEvenIfItIsZero) {
    // A look that misses the partner would be repeated until the watchdog ends the test.
    std::jthread releaser([&] { event.release(&lock); });
    while (wait(0) == nt::STATUS_TIMEOUT) std::this_thread::yield();
    releaser.join();
    std::jthread waiter([&] { event.wait(&lock); });
    while (release(0) == nt::STATUS_TIMEOUT) std::this_thread::yield();
}

TEST_F(Timeout, RelativeIsNotShorterThanAsked) {
    auto const start = steady_clock::now();
    EXPECT_EQ(wait(-300'000), nt::STATUS_TIMEOUT);
    EXPECT_EQ(release(-300'000), nt::STATUS_TIMEOUT);
    EXPECT_GE(steady_clock::now() - start, 60ms - 2 * testing::time_outs_may_be_early_by);
}

TEST_F(Timeout, AbsoluteWaitsUntilThatMoment) {
    auto const start = steady_clock::now();
    EXPECT_EQ(wait(now_in_nt() + 500'000), nt::STATUS_TIMEOUT);
    EXPECT_GE(steady_clock::now() - start, 50ms - testing::time_outs_may_be_early_by);
}

TEST_F(Timeout, ReturnsAtOnceIfItIsInThePast) {
    EXPECT_EQ(wait(now_in_nt() - 500'000), nt::STATUS_TIMEOUT);
    EXPECT_EQ(wait(1), nt::STATUS_TIMEOUT);
    EXPECT_EQ(release(1), nt::STATUS_TIMEOUT);
}

TEST_F(Timeout, WaitsEvenIfItIsGreat) {
    for (std::int64_t const ticks : {-largest, largest, -largest / 100, largest / 2}) {
        std::jthread releaser([&] {
            std::this_thread::sleep_for(10ms);
            event.release(&lock);
        });
        EXPECT_EQ(wait(ticks), nt::STATUS_SUCCESS) << ticks;
    }
}

TEST_F(Timeout, WrapperTakesDurationsAndBothClocks) {
    EXPECT_EQ(event.wait_for(&lock, 1ms), outcome::timed_out);
    EXPECT_EQ(event.wait_for(&lock, -1h), outcome::timed_out);
    EXPECT_EQ(event.wait_until(&lock, kev::clock::now() + 1ms), outcome::timed_out);
    EXPECT_EQ(event.wait_until(&lock, system_clock::now() + 1ms), outcome::timed_out);
    EXPECT_EQ(event.release_for(&lock, 1ms), outcome::timed_out);
    EXPECT_EQ(event.release_until(&lock, kev::clock::now() - 1h), outcome::timed_out);
    EXPECT_EQ(event.wait_until(&lock, kev::clock::time_point::min()), outcome::timed_out);
    EXPECT_EQ(event.release_until(&lock, kev::clock::time_point::min()), outcome::timed_out);
}

} // namespace
} // namespace kev::lab02
