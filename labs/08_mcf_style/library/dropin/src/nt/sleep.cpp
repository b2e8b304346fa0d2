// A sleep. Nothing ends it early: a signal handler runs in a thread of its own on Windows.
#include <kev/gthr_core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>

#include <kev/native/windows_api.hpp>
#include <kev/world.hpp>

namespace kev::dropin {

namespace {

// At most a century: the clock has room for three.
std::chrono::nanoseconds length_of(timespec const& interval) noexcept {
    constexpr std::int64_t century = std::int64_t{100} * 366 * 24 * 3600;
    if (interval.tv_sec >= century) return std::chrono::seconds(century);
    return std::chrono::seconds(interval.tv_sec) + std::chrono::nanoseconds(interval.tv_nsec);
}

DWORD milliseconds_of(clock::duration left) noexcept {
    constexpr std::chrono::milliseconds most =
        std::chrono::hours(24); // the greatest number means forever
    return static_cast<DWORD>(
        std::min(std::chrono::ceil<std::chrono::milliseconds>(left), most).count());
}

} // namespace

} // namespace kev::dropin

using namespace kev::dropin;

extern "C" int __kev_thread_sleep(timespec const* interval, timespec* /*left*/) {
    if (interval->tv_sec < 0 || interval->tv_nsec < 0 || interval->tv_nsec >= 1'000'000'000)
        return -2;
    kev::clock::time_point const end = kev::clock::now() + length_of(*interval);
    // The system may wake the thread a little too early.
    for (auto now = kev::clock::now(); now < end; now = kev::clock::now())
        Sleep(milliseconds_of(end - now));
    return 0;
}
