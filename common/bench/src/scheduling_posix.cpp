#include <kev/bench/scheduling.hpp>

#if defined(__linux__)
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace kev::bench {

namespace {

cpu_set_t allowed() noexcept {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    return set;
}

cpu_set_t const at_start = allowed();

} // namespace

bool pin_this_thread(int n) noexcept {
    for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
        if (!CPU_ISSET(processor, &at_start) || n-- != 0) continue;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(processor, &one);
        return sched_setaffinity(0, sizeof one, &one) == 0;
    }
    return false;
}

void unpin_this_thread() noexcept {
    sched_setaffinity(0, sizeof at_start, &at_start);
}

bool lower_this_threads_priority() noexcept {
    // On Linux a nice value belongs to a thread, whatever POSIX says of processes.
    return setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 19) == 0;
}

bool idle_this_thread() noexcept {
    sched_param const none{};
    return sched_setscheduler(0, SCHED_IDLE, &none) == 0;
}

bool set_strict_priority(int level) noexcept {
    sched_param wanted{};
    wanted.sched_priority = level;
    return sched_setscheduler(0, level > 0 ? SCHED_FIFO : SCHED_OTHER, &wanted) == 0;
}

std::uint64_t this_thread_switches() noexcept {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return static_cast<std::uint64_t>(usage.ru_nvcsw + usage.ru_nivcsw);
}

bool switches_are_counted() noexcept {
    return true;
}

} // namespace kev::bench

#else // macOS takes hints only

namespace kev::bench {

bool pin_this_thread(int) noexcept {
    return false;
}

void unpin_this_thread() noexcept {}

bool lower_this_threads_priority() noexcept {
    return false;
}

bool idle_this_thread() noexcept {
    return false;
}

bool set_strict_priority(int) noexcept {
    return false;
}

std::uint64_t this_thread_switches() noexcept {
    return 0; // macOS counts for the whole process only
}

bool switches_are_counted() noexcept {
    return false;
}

} // namespace kev::bench

#endif
