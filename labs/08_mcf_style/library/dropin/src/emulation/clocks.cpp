// The clocks off Windows, which are also those that futex(2) knows.
#include "../calendar.hpp"

#include <ctime>

namespace kev {

namespace {

std::chrono::nanoseconds reading_of(clockid_t clock) noexcept {
    timespec now{};
    clock_gettime(clock, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

} // namespace

dropin::calendar::time_point dropin::calendar::now() noexcept {
    return time_point(std::chrono::floor<duration>(reading_of(CLOCK_REALTIME)));
}

} // namespace kev
