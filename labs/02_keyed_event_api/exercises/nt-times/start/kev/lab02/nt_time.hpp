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

#include <kev/lab02/nt_types.hpp>
#include <kev/world.hpp>

namespace kev::lab02 {

/// The tick of NT time.
using nt_ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;

/// From 1601-01-01, NT's epoch, to 1970-01-01, the epoch of std::chrono::system_clock: 134,774 days.
inline constexpr nt_ticks nt_epoch_to_unix = std::chrono::hours{24} * 134'774;

/// Converts any duration to ticks. Rounds up, and stops at both ends of the range. Not-a-number becomes 0.
template <typename Rep, typename Period>
constexpr nt_ticks to_nt_ticks(std::chrono::duration<Rep, Period> interval) noexcept {
    // TODO(you): round up; stop at both ends; what is not a number is 0.
    return std::chrono::duration_cast<nt_ticks>(interval);
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
    // TODO(you): zero or less means: look once, do not wait.
    return {-to_nt_ticks(interval).count()};
}

/// An absolute time-out. A moment before 1601 becomes 0, because a negative value would mean a relative one.
template <typename Duration>
constexpr nt::LARGE_INTEGER
absolute_timeout(std::chrono::time_point<std::chrono::system_clock, Duration> moment) noexcept {
    // TODO(you): from 1601, never negative, never beyond the largest.
    return {to_nt_ticks(moment.time_since_epoch()).count()};
}

} // namespace kev::lab02
