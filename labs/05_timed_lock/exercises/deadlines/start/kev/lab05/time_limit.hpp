/// @file
/// Starter: time_limit.hpp without its arithmetic. Every attempt is over at once.
///
/// Yours are the three functions at the top. The rest of the file uses them, and stays as it is.
#pragma once

#include <chrono>
#include <concepts>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab02/nt_time.hpp>
#include <kev/lab05/ticks_between.hpp>
#include <kev/world.hpp>

namespace kev::lab05 {

using lab02::nt_ticks;

/// The difference of two moments or intervals; stops at the ends of the range (29,000 years).
constexpr nt_ticks difference([[maybe_unused]] nt_ticks later,
                              [[maybe_unused]] nt_ticks earlier) noexcept {
    // TODO(you): subtract, but stop at nt_ticks::max() and nt_ticks::min(). To subtract first and look
    // afterwards is too late: an overflow of signed numbers is undefined.
    return nt_ticks::zero();
}

/// The moment that lies `interval` after `now`, not earlier by rounding and not in the past by
/// overflow. `now` is a reading of the clock; the interval may be anything, negative and maximal too.
template <typename Clock, typename Duration, typename Rep, typename Period>
constexpr std::chrono::time_point<Clock, nt_ticks>
deadline_after([[maybe_unused]] std::chrono::time_point<Clock, Duration> now,
               [[maybe_unused]] std::chrono::duration<Rep, Period> interval) noexcept {
    // TODO(you): `now` has the clock's own unit, mostly nanoseconds; the result is in ticks of 100 ns.
    // lab02::to_nt_ticks() turns any interval into ticks: rounded up, and never the least value of all.
    return std::chrono::time_point<Clock, nt_ticks>(nt_ticks::zero());
}

/// The time that is left until `deadline`: never less than the truth, zero or negative once it has passed.
template <typename Clock, typename Duration, typename Reading>
constexpr nt_ticks
time_left([[maybe_unused]] std::chrono::time_point<Clock, Duration> deadline,
          [[maybe_unused]] std::chrono::time_point<Clock, Reading> now) noexcept {
    // TODO(you): the rounding matters again. The result is never less than the true time.
    return nt_ticks::zero();
}

/// The operations that a timed lock needs of a limit. wait() sleeps on the key and may say timed_out too early: a
/// clock tick on Windows, or for any other reason. passed() is the judge.
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
};

/// Until a moment of a clock. The kernel is told what is left by that clock's present reading, as a
/// relative time, which NT counts on a steady clock. After the wait the clock itself is asked.
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

private:
    nt_ticks left() const noexcept {
        if constexpr (std::same_as<Clock, kev::clock>)
            return lab05::time_left(deadline_, Clock::now());
        else
            return lab05::ticks_between(Clock::now(), deadline_);
    }

    std::chrono::time_point<Clock, Duration> deadline_;
};

/// Until a moment of the calendar: the kernel is told the moment, as an absolute time. If the system's
/// clock is set meanwhile, the moment comes sooner or later, and so does the time-out.
template <typename Duration>
class until<std::chrono::system_clock, Duration> {
    using clock = std::chrono::system_clock;

public:
    constexpr explicit until(std::chrono::time_point<clock, Duration> deadline) noexcept
        : deadline_(deadline) {}

    bool passed() const noexcept { return time_left(deadline_, clock::now()) <= nt_ticks::zero(); }
    lab02::outcome wait(void const* key) const {
        return lab02::default_event.wait_until(key, deadline_);
    }

private:
    std::chrono::time_point<clock, Duration> deadline_;
};

/// The limit of an attempt that may take `interval` from now: a moment of the steady clock.
template <typename Rep, typename Period>
until<kev::clock, nt_ticks> for_at_most(std::chrono::duration<Rep, Period> interval) noexcept {
    return until<kev::clock, nt_ticks>(deadline_after(kev::clock::now(), interval));
}

static_assert(sleep_limit<no_limit>);
static_assert(sleep_limit<until<kev::clock, nt_ticks>>);
static_assert(sleep_limit<until<std::chrono::system_clock, std::chrono::seconds>>);

} // namespace kev::lab05
