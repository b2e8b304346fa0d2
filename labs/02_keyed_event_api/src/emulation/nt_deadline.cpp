#include <kev/lab02/emulation/nt_deadline.hpp>

#include <kev/lab02/nt_time.hpp>

#include <chrono>
#include <limits>

namespace kev::lab02::emulation {

namespace {

constexpr std::int64_t most_ticks = std::numeric_limits<std::int64_t>::max() / 100;

// Converts a moment in 100 ns since a clock's epoch. A moment centuries away does not fit into nanoseconds: it is never.
deadline at(deadline::kind when, std::int64_t ticks) noexcept {
    if (ticks >= most_ticks) return {};
    return {when, ticks > 0 ? ticks * 100 : 0};
}

template <typename Clock>
std::int64_t now_in_ticks() noexcept {
    return std::chrono::duration_cast<nt_ticks>(Clock::now().time_since_epoch()).count();
}

} // namespace

deadline to_deadline(nt::LARGE_INTEGER const* timeout) noexcept {
    if (timeout == nullptr) return {};
    std::int64_t const ticks = timeout->QuadPart;
    if (ticks == 0) return {deadline::kind::now, 0};
    if (ticks > 0) {
        std::int64_t const moment = ticks - nt_epoch_to_unix.count();
        // The kernel would only put the thread to sleep to find out the same.
        if (moment <= now_in_ticks<std::chrono::system_clock>()) return {deadline::kind::now, 0};
        return at(deadline::kind::calendar, moment);
    }
    // The clock's time is rounded down to a tick, so add one: a wait may be late and must not be early.
    std::int64_t const now = now_in_ticks<std::chrono::steady_clock>() + 1;
    if (ticks < -(most_ticks - now)) return {};
    return at(deadline::kind::steady, now - ticks);
}

} // namespace kev::lab02::emulation
