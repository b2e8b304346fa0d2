/// @file
/// How long a thread is willing to sleep: without limit, or until a moment of a clock.
#pragma once

#include <chrono>
#include <concepts>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab02/nt_time.hpp>
#include <kev/lab05/ticks_between.hpp>
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

/// When a sleep ends by itself, as a moment of the clocks that a kernel knows. A kernel that takes
/// moments needs no reading of the clock before the sleep.
struct sleep_end {
    enum class clock { none, steady, calendar };
    clock on = clock::none; ///< none: the sleep has no limit
    nt_ticks moment{};      ///< since the epoch of kev::clock, or of std::chrono::system_clock
};

/// The limit of a timed lock. wait() sleeps on the key. It may say timed_out too early, on
/// Windows by a tick of the clock. Only passed() tells whether the time is up.
template <typename T>
concept sleep_limit = requires(T const& limit, void const* key) {
    { limit.wait(key) } -> std::same_as<lab02::outcome>;
    { limit.passed() } -> std::same_as<bool>;
};

/// No limit.
class no_limit {
public:
    bool passed() const noexcept { return false; }
    lab02::outcome wait(void const* key) const {
        lab02::default_event.wait(key);
        return lab02::outcome::met;
    }
    sleep_end end() const noexcept { return {}; }
};

/// Until a moment of a clock. The kernel is told how much time is left by that clock, as a relative
/// time. NT counts a relative time on a steady clock. After the wait the clock itself is asked again.
/// Clock::now() must not throw.
template <typename Clock, typename Duration>
class until {
public:
    constexpr explicit until(std::chrono::time_point<Clock, Duration> deadline) noexcept
        : deadline_(deadline) {}

    bool passed() const noexcept { return left() <= nt_ticks::zero(); }
    lab02::outcome wait(void const* key) const {
        return lab02::default_event.wait_for(key, left());
    }
    /// The same as a moment of kev::clock, for a kernel that takes moments. If Clock is another
    /// clock, the time that is left on it now is added to kev::clock's reading.
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

/// Until a moment of the calendar. The kernel is told that moment, as an absolute time. If the system's
/// clock is set meanwhile, the moment comes sooner or later, and so does the time-out.
template <typename Duration>
class until<std::chrono::system_clock, Duration> {
    using clock = std::chrono::system_clock;

public:
    constexpr explicit until(std::chrono::time_point<clock, Duration> deadline) noexcept
        : deadline_(deadline) {}

    bool passed() const noexcept {
        return lab05::time_left(deadline_, clock::now()) <= nt_ticks::zero();
    }
    lab02::outcome wait(void const* key) const {
        return lab02::default_event.wait_until(key, deadline_);
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
