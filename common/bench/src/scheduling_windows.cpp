#include <kev/bench/scheduling.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::bench {

namespace {

DWORD_PTR allowed() noexcept {
    DWORD_PTR process = 0;
    DWORD_PTR system = 0;
    GetProcessAffinityMask(GetCurrentProcess(), &process, &system);
    return process;
}

} // namespace

bool pin_this_thread(int n) noexcept {
    DWORD_PTR const set = allowed();
    for (int processor = 0; processor < 64; ++processor) {
        DWORD_PTR const one = DWORD_PTR{1} << processor;
        if ((set & one) == 0 || n-- != 0) continue;
        return SetThreadAffinityMask(GetCurrentThread(), one) != 0;
    }
    return false;
}

void unpin_this_thread() noexcept {
    SetThreadAffinityMask(GetCurrentThread(), allowed());
}

bool lower_this_threads_priority() noexcept {
    return SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST) != 0;
}

bool idle_this_thread() noexcept {
    return SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_IDLE) != 0;
}

bool set_strict_priority(int) noexcept {
    return false; // every priority is strict on Windows, but for its boosts
}

std::uint64_t this_thread_switches() noexcept {
    return 0;
}

bool switches_are_counted() noexcept {
    return false;
}

} // namespace kev::bench
