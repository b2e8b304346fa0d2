/// @file
/// How long a thread is willing to sleep: without limit, or until a moment of a clock.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <ratio>
#include <type_traits>

#include <kev/lab02/nt_time.hpp>
#include <kev/world.hpp>

namespace kev::lab05 {

using lab02::nt_ticks;

/// The difference of two moments or intervals. It stops at the ends of the range (29,000 years).
constexpr nt_ticks difference(nt_ticks later, nt_ticks earlier) noexcept {
    if (earlier < nt_ticks::zero())
        return later > (nt_ticks::max)() + earlier ? (nt_ticks::max)() : later - earlier;
    return later < (nt_ticks::min)() + earlier ? (nt_ticks::min)() : later - earlier;
}

/// The moment that lies `interval` after `now`. Rounding never makes it earlier, and an overflow never
/// puts it into the past. `now` is a reading of the clock. The interval may also be negative or maximal.
template <typename Clock, typename Duration, typename Rep, typename Period>
constexpr std::chrono::time_point<Clock, nt_ticks>
deadline_after(std::chrono::time_point<Clock, Duration> now,
               std::chrono::duration<Rep, Period> interval) noexcept {
    // Round up, so that no wait is shortened. But an interval of zero ends where it begins.
    nt_ticks const start = interval > interval.zero()
                               ? std::chrono::ceil<nt_ticks>(now.time_since_epoch())
                               : std::chrono::floor<nt_ticks>(now.time_since_epoch());
    // Subtract the negative, because to_nt_ticks() never returns the one value that has no negative.
    return std::chrono::time_point<Clock, nt_ticks>(
        difference(start, -lab02::to_nt_ticks(interval)));
}

/// The time that is left until `deadline` on the steady clock or the calendar, whose readings fit into ticks. It is
/// never less than the true time. It is zero or negative once the first whole tick after the deadline has come.
template <typename Clock, typename Duration, typename Reading>
constexpr nt_ticks time_left(std::chrono::time_point<Clock, Duration> deadline,
                             std::chrono::time_point<Clock, Reading> now) noexcept {
    // Convert both to ticks first. A comparison of two time_points converts both to their common type,
    // and that may overflow.
    return difference(lab02::to_nt_ticks(deadline.time_since_epoch()),
                      std::chrono::floor<nt_ticks>(now.time_since_epoch()));
}

/// The numbers for which ticks_between() is exact.
template <typename Rep>
concept integer_of_64_bits = std::integral<Rep> && sizeof(Rep) <= sizeof(std::int64_t);

/// The two periods of a pair of durations, in units that divide both.
template <typename Later, typename Earlier>
struct common_units {
    using period = typename std::common_type_t<Later, Earlier>::period;
    static constexpr std::intmax_t in_later =
        std::ratio_divide<typename Later::period, period>::num;
    static constexpr std::intmax_t in_earlier =
        std::ratio_divide<typename Earlier::period, period>::num;
    /// Whether the least common multiple of the periods is small enough to count with.
    static constexpr bool are_near =
        in_later <= (std::numeric_limits<std::int64_t>::max)() / 64 / in_earlier;
};

/// The time from `earlier` to `later`, which may also be negative. It is rounded up, and stops at the ends of the range
/// (29,000 years). So it is zero or less if and only if `later` has come.
///
/// It subtracts first and converts the difference. The moments themselves may lie far outside of the range of
/// nt_ticks: TAI64 counts seconds from 2^62 seconds before 1970. For integers no step overflows. Other
/// numbers are subtracted as long double, and are as exact as that type.
template <typename Clock, typename Earlier, typename Later>
constexpr nt_ticks ticks_between(std::chrono::time_point<Clock, Earlier> earlier,
                                 std::chrono::time_point<Clock, Later> later) noexcept {
    using units = common_units<Later, Earlier>;
    if constexpr (integer_of_64_bits<typename Later::rep> &&
                  integer_of_64_bits<typename Earlier::rep> && units::are_near) {
        // Both moments are split into whole long units and a rest. A long unit is four times the least common multiple
        // of both periods. So each whole number is at most a quarter of 2^64, also that of an unsigned type.
        constexpr std::int64_t long_unit = 4 * units::in_later * units::in_earlier;
        auto const split = [](auto count, std::int64_t divisor) {
            using wide = std::common_type_t<decltype(count), std::int64_t>;
            struct parts {
                std::int64_t whole, rest;
            };
            return parts{static_cast<std::int64_t>(wide{count} / static_cast<wide>(divisor)),
                         static_cast<std::int64_t>(wide{count} % static_cast<wide>(divisor))};
        };
        auto const end = split(later.time_since_epoch().count(), 4 * units::in_earlier);
        auto const begin = split(earlier.time_since_epoch().count(), 4 * units::in_later);
        std::int64_t const whole = end.whole - begin.whole;
        // Between -2 and 2 long units.
        std::int64_t const rest = end.rest * units::in_later - begin.rest * units::in_earlier;
        constexpr std::int64_t most = (std::numeric_limits<std::int64_t>::max)() / long_unit - 2;
        if (-most <= whole && whole <= most)
            return lab02::to_nt_ticks(std::chrono::duration<std::int64_t, typename units::period>(
                whole * long_unit + rest));
        using long_period = std::ratio_multiply<typename units::period, std::ratio<long_unit>>;
        return lab02::to_nt_ticks(std::chrono::duration<std::int64_t, long_period>(whole + 2));
    } else {
        using exact = std::chrono::duration<long double, typename units::period>;
        return lab02::to_nt_ticks(std::chrono::duration_cast<exact>(later.time_since_epoch()) -
                                  std::chrono::duration_cast<exact>(earlier.time_since_epoch()));
    }
}

/// When a sleep ends by itself, as a moment of the clocks that a kernel knows. A kernel that takes
/// moments needs no reading of the clock before the sleep.
struct sleep_end {
    enum class clock { none, steady, calendar };
    clock on = clock::none; ///< none: the sleep has no limit
    nt_ticks moment{};      ///< since the epoch of kev::clock, or of std::chrono::system_clock
};

/// The limit of a timed lock. A sleep until end() may be over too early, on Windows by a tick of the clock. Only
/// passed() tells whether the time is up.
template <typename T>
concept sleep_limit = requires(T const& limit) {
    { limit.passed() } -> std::same_as<bool>;
    { limit.end() } -> std::convertible_to<sleep_end>;
};

/// No limit.
class no_limit {
public:
    bool passed() const noexcept { return false; }
    sleep_end end() const noexcept { return {}; }
};

/// Until a moment of a clock. After the sleep the clock itself is asked again. Clock::now() must not throw.
template <typename Clock, typename Duration>
class until {
public:
    constexpr explicit until(std::chrono::time_point<Clock, Duration> deadline) noexcept
        : deadline_(deadline) {}

    bool passed() const noexcept { return left() <= nt_ticks::zero(); }
    /// The same as a moment of kev::clock. If Clock is another clock, the time that is left on it now is added to
    /// kev::clock's reading.
    sleep_end end() const noexcept {
        if constexpr (std::same_as<Clock, kev::clock>) {
            return {sleep_end::clock::steady, lab02::to_nt_ticks(deadline_.time_since_epoch())};
        } else {
            auto const moment = lab05::deadline_after(kev::clock::now(), left());
            return {sleep_end::clock::steady, moment.time_since_epoch()};
        }
    }

private:
    nt_ticks left() const noexcept {
        if constexpr (std::same_as<Clock, kev::clock>)
            return lab05::time_left(deadline_, Clock::now());
        else
            return lab05::ticks_between(Clock::now(), deadline_);
    }

    std::chrono::time_point<Clock, Duration> deadline_;
};

/// Until a moment of the calendar. If the system's clock is set meanwhile, the moment comes sooner or later, and so
/// does the time-out.
template <typename Duration>
class until<std::chrono::system_clock, Duration> {
    using clock = std::chrono::system_clock;

public:
    constexpr explicit until(std::chrono::time_point<clock, Duration> deadline) noexcept
        : deadline_(deadline) {}

    bool passed() const noexcept {
        return lab05::time_left(deadline_, clock::now()) <= nt_ticks::zero();
    }
    sleep_end end() const noexcept {
        return {sleep_end::clock::calendar, lab02::to_nt_ticks(deadline_.time_since_epoch())};
    }

private:
    std::chrono::time_point<clock, Duration> deadline_;
};

/// The limit of an attempt that may take `interval` from now: a moment of the steady clock.
template <typename Rep, typename Period>
until<kev::clock, nt_ticks> for_at_most(std::chrono::duration<Rep, Period> interval) noexcept {
    return until<kev::clock, nt_ticks>(lab05::deadline_after(kev::clock::now(), interval));
}

static_assert(sleep_limit<no_limit>);
static_assert(sleep_limit<until<kev::clock, nt_ticks>>);
static_assert(sleep_limit<until<std::chrono::system_clock, std::chrono::seconds>>);

} // namespace kev::lab05
