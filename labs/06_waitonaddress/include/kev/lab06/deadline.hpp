/// @file
/// From an interval to a moment.
#pragma once

#include <algorithm>
#include <chrono>

#include <kev/lab02/nt_time.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// The moment that is `interval` from now, on the steady clock. An interval longer than half of that clock's range,
/// some 146 years, counts as half of the range, so that the sum does not overflow.
template <typename Rep, typename Period>
kev::clock::time_point moment_from_now(std::chrono::duration<Rep, Period> interval) noexcept {
    constexpr auto longest = std::chrono::floor<lab02::nt_ticks>(kev::clock::duration::max() / 2);
    return kev::clock::now() + std::min(lab02::to_nt_ticks(interval), longest);
}

} // namespace kev::lab06
