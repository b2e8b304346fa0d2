/// @file
/// From one moment of a clock to another, for a clock that may count from anywhere and in any unit.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <ratio>
#include <type_traits>

#include <kev/lab02/nt_time.hpp>

namespace kev::lab05 {

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
constexpr lab02::nt_ticks ticks_between(std::chrono::time_point<Clock, Earlier> earlier,
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

} // namespace kev::lab05
