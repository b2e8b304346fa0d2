// The other ends of a sleep, beside a wake-up and a time limit: a cancellation, or a signal.
#pragma once

#include <cstdint>
#include <ctime>

#include <kev/lab05/time_limit.hpp>

namespace kev::interpose {

/// How the calling thread's sleeps by address may end just now, and how the last one ended.
struct sleep_rules {
    bool cancellable = false;   ///< a cancellation of the thread ends its sleep
    bool interruptible = false; ///< a signal handler that has run ends its sleep
    bool canceled = false;      ///< a cancellation has begun
    bool interrupted = false;   ///< a signal handler has run

    bool ended() const noexcept { return canceled || interrupted; }
};

/// The calling thread's rules. Outside of a wait they are all false.
sleep_rules& this_sleep() noexcept;

/// Sleeps while the 32 bits at `address` equal `seen`, at most until `end`, by the rules of the calling thread.
/// @return false if the time is up, or by a rule.
bool sleep_at(void const* address, std::uint32_t seen, lab05::sleep_end const& end) noexcept;

/// Sets the rules for one wait.
class sleep_scope {
public:
    explicit sleep_scope(bool interruptible) noexcept {
        this_sleep() = {.cancellable = true, .interruptible = interruptible};
    }
    sleep_scope(sleep_scope const&) = delete;
    sleep_scope& operator=(sleep_scope const&) = delete;
    ~sleep_scope() { this_sleep() = {}; }
};

/// A moment of the clock `On`, as what a wait has instead of a time limit of the labs. With `none` there is no moment, and
/// only the rules above can end the wait.
template <lab05::sleep_end::clock On>
struct moment_on {
    using duration = lab05::nt_ticks;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<moment_on>;
    static constexpr bool is_steady = On != lab05::sleep_end::clock::calendar;

    static time_point now() noexcept;
};

using steady_moment = moment_on<lab05::sleep_end::clock::steady>;
using calendar_moment = moment_on<lab05::sleep_end::clock::calendar>;
using no_moment = moment_on<lab05::sleep_end::clock::none>;

// POSIX's moments, as the labs' moments.

/// Whether a function may take it: POSIX wants EINVAL for other nanoseconds.
inline bool is_moment(timespec const& time) noexcept {
    return time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000;
}

inline bool is_clock(clockid_t clock) noexcept {
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

/// Rounded up, so that no wait is shortened. A moment that 64 bits of ticks cannot hold is 29,000 years away.
inline lab05::nt_ticks ticks_of(timespec const& time) noexcept {
    constexpr std::int64_t ticks = lab05::nt_ticks::period::den;
    constexpr std::int64_t nanoseconds_in_a_tick = 1'000'000'000 / ticks;
    std::int64_t const seconds = time.tv_sec;
    if (seconds < 0) return lab05::nt_ticks{0};
    if (seconds >= INT64_MAX / ticks - 1) return (lab05::nt_ticks::max)();
    return lab05::nt_ticks{seconds * ticks +
                           (time.tv_nsec + nanoseconds_in_a_tick - 1) / nanoseconds_in_a_tick};
}

/// Calls wait(moment) with the moment of that clock.
template <typename Wait>
auto with_moment(clockid_t clock, timespec const& time, Wait wait) noexcept {
    if (clock == CLOCK_MONOTONIC) return wait(steady_moment::time_point(ticks_of(time)));
    return wait(calendar_moment::time_point(ticks_of(time)));
}

} // namespace kev::interpose

namespace kev::lab05 {

template <sleep_end::clock On>
class until<interpose::moment_on<On>, nt_ticks> {
public:
    using moment = interpose::moment_on<On>;

    constexpr explicit until(typename moment::time_point deadline) noexcept : deadline_(deadline) {}

    bool passed() const noexcept {
        if (interpose::this_sleep().ended()) return true;
        if constexpr (On == sleep_end::clock::none) return false;
        return moment::now() >= deadline_;
    }
    sleep_end end() const noexcept { return {On, deadline_.time_since_epoch()}; }

private:
    typename moment::time_point deadline_;
};

} // namespace kev::lab05
