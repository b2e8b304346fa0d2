#include <kev/bench/switches.hpp>

namespace kev::bench {

std::uint64_t this_thread_switches() noexcept {
    return 0;
}

bool switches_are_counted() noexcept {
    return false;
}

} // namespace kev::bench
