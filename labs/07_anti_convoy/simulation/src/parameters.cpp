#include <kev/lab07/simulation/parameters.hpp>

#include <algorithm>
#include <limits>

namespace kev::lab07::simulation {

namespace {

constexpr ticks most_ticks = std::numeric_limits<std::uint32_t>::max();

} // namespace

std::string_view fault_of(parameters const& given) noexcept {
    if (std::max({given.interval, given.hold, given.context_switch}) > most_ticks)
        return "interval, hold and context_switch must be below 2^32";
    if (given.time_slice >> 63 != 0) return "time_slice must be below 2^63";
    if (given.threads == 0) {
        if (given.interval == 0)
            return "interval must be above 0 where every arrival is a new thread";
        if (given.first_arrivals.empty()) return "there must be a first arrival";
        if (!std::is_sorted(given.first_arrivals.begin(), given.first_arrivals.end()))
            return "first arrivals must be in order";
        if (given.most_threads == 0) return "most_threads must be above 0";
    } else if (given.interval == 0 && given.hold == 0) {
        return "interval and hold cannot both be 0: time would stand still";
    }
    bool const owner_may_lose_its_core = given.cores > 0 && given.cores != given.threads;
    if (given.spin == for_ever && owner_may_lose_its_core && given.time_slice == 0)
        return "waiters that spin forever need a time slice where there may be fewer cores than "
               "threads";
    return {};
}

} // namespace kev::lab07::simulation
