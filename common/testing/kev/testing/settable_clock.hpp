/// @file
/// A clock that a test may set, as an administrator sets the calendar.
#pragma once

#include <atomic>
#include <chrono>

namespace kev::testing {

/// The steady clock, shifted.
struct settable_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<settable_clock>;
    static constexpr bool is_steady = false;

    static time_point now() noexcept {
        auto const real = std::chrono::steady_clock::now().time_since_epoch();
        return time_point(std::chrono::duration_cast<duration>(real) + shift().load());
    }

    /// From now on the clock is ahead of the steady one by so much.
    static void set(duration ahead) noexcept { shift() = ahead; }

private:
    static std::atomic<duration>& shift() noexcept {
        static std::atomic<duration> the_shift{};
        return the_shift;
    }
};

} // namespace kev::testing
