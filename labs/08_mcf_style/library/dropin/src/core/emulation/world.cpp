#include <kev/world.hpp>

#include <ctime>

#include <sched.h>

namespace kev::inline native_core {

clock::time_point clock::now() noexcept {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return time_point(std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
}

void yield() noexcept {
    sched_yield();
}

} // namespace kev::inline native_core
