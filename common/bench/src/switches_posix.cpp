#include <kev/bench/switches.hpp>

#include <sys/resource.h>

namespace kev::bench {

std::uint64_t this_thread_switches() noexcept {
#if defined(RUSAGE_THREAD)
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return static_cast<std::uint64_t>(usage.ru_nvcsw + usage.ru_nivcsw);
#else
    return 0; // macOS counts for the whole process only
#endif
}

bool switches_are_counted() noexcept {
#if defined(RUSAGE_THREAD)
    return true;
#else
    return false;
#endif
}

} // namespace kev::bench
