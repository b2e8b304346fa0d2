// The calendar clock of the drop-in. std::chrono::system_clock is in the C++ library, which may stand on this code.
#pragma once

#include <chrono>

#include <kev/lab05/time_limit.hpp>

namespace kev::dropin {

struct calendar {
    using duration = lab05::nt_ticks;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<calendar>;
    static constexpr bool is_steady = false;

    /// Since 1970-01-01 00:00 UTC.
    static time_point now() noexcept;
};

} // namespace kev::dropin

namespace kev::lab05 {

/// Until a moment of the calendar, as for std::chrono::system_clock.
template <>
class until<dropin::calendar, nt_ticks> {
public:
    constexpr explicit until(dropin::calendar::time_point deadline) noexcept
        : deadline_(deadline) {}

    bool passed() const noexcept { return dropin::calendar::now() >= deadline_; }
    sleep_end end() const noexcept {
        return {sleep_end::clock::calendar, deadline_.time_since_epoch()};
    }

private:
    dropin::calendar::time_point deadline_;
};

} // namespace kev::lab05
