/// @file
/// Conversions to the times of the Nt calls: 100 ns units, negative for relative, positive for absolute.
///
/// The conversions never overflow and never shorten a wait. They round up to the next 100 ns and stop at
/// the largest value, about 29,000 years. (A floating-point interval is first multiplied in its own type,
/// and the product may be smaller by that type's rounding error.)
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <ratio>

#include <kev/world.hpp>

namespace kev::nt {

/// A 64-bit integer that the NT headers wrap in a union with its halves. As a time-out: units of
/// 100 ns; negative is relative to now, positive is absolute since 1601-01-01 00:00 UTC.
struct LARGE_INTEGER {
    alignas(8) std::int64_t QuadPart; // 32-bit Linux would align it to 4, Windows never does
};
using PLARGE_INTEGER = LARGE_INTEGER*;

static_assert(sizeof(LARGE_INTEGER) == 8 && alignof(LARGE_INTEGER) == 8);

} // namespace kev::nt

namespace kev::lab02 {

/// The tick of NT time.
using nt_ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;

/// From 1601-01-01, NT's epoch, to 1970-01-01, the epoch of std::chrono::system_clock: 134,774 days.
inline constexpr nt_ticks nt_epoch_to_unix = std::chrono::hours{24} * 134'774;

/// Converts any duration to ticks. Rounds up, and stops at both ends of the range. Not-a-number becomes 0.
template <typename Rep, typename Period>
constexpr nt_ticks to_nt_ticks(std::chrono::duration<Rep, Period> interval) noexcept {
    // The comparisons only tell "far outside" from "inside", and a long double is exact enough for that.
    // The value itself is computed in integers, unless their product would not fit.
    using approximate = std::chrono::duration<long double, nt_ticks::period>;
    using factor = std::ratio_divide<Period, nt_ticks::period>;
    constexpr long double limit = 9.2e18L;
    long double const size = std::chrono::duration_cast<approximate>(interval).count();
    if (size != size) return nt_ticks{0};
    if (size >= limit) return (nt_ticks::max)();
    if (size <= -limit) return nt_ticks{-(nt_ticks::max)().count()};
    long double const product = static_cast<long double>(interval.count()) * factor::num;
    if (product >= limit) // a part in 10^15 and a tick are added: rounding must not shorten a wait
        return nt_ticks{static_cast<std::int64_t>(size * (1 + 1e-15L)) + 1};
    if (product <= -limit) return nt_ticks{static_cast<std::int64_t>(size)};
    return std::chrono::ceil<nt_ticks>(interval);
}

/// The time from now until a moment of the steady clock; 0 if the moment has passed. Never overflows: the
/// earliest moment is in the past, and the latest is no further away than the clock can express.
inline clock::duration time_left(clock::time_point deadline) noexcept {
    clock::time_point const now = clock::now();
    return deadline > now ? deadline - now : clock::duration::zero();
}

/// A relative time-out. An interval of zero or less becomes 0: the call looks once and does not wait.
template <typename Rep, typename Period>
constexpr nt::LARGE_INTEGER relative_timeout(std::chrono::duration<Rep, Period> interval) noexcept {
    nt_ticks const ticks = lab02::to_nt_ticks(interval);
    return {ticks.count() > 0 ? -ticks.count() : 0};
}

/// An absolute time-out. A moment before 1601 becomes 0, because a negative value would mean a relative one.
template <typename Duration>
constexpr nt::LARGE_INTEGER
absolute_timeout(std::chrono::time_point<std::chrono::system_clock, Duration> moment) noexcept {
    std::int64_t const since_unix = lab02::to_nt_ticks(moment.time_since_epoch()).count();
    std::int64_t const epoch = nt_epoch_to_unix.count();
    if (since_unix > (std::numeric_limits<std::int64_t>::max)() - epoch)
        return {(std::numeric_limits<std::int64_t>::max)()};
    return {since_unix + epoch > 0 ? since_unix + epoch : 0};
}

} // namespace kev::lab02
