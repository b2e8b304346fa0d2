#include "livelock.hpp"

#include <set>

namespace kev::checker {

namespace {

constexpr std::size_t rounds_wanted = 3;

bool same(event const& a, event const& b) {
    return a.thread == b.thread && a.operation == b.operation && a.object == b.object &&
           a.before == b.before && a.after == b.after && a.note == b.note &&
           a.where.line == b.where.line;
}

// Whether the last `rounds_wanted` stretches of `length` events are equal.
bool repeats(std::vector<event> const& events, std::size_t length) {
    if (length * rounds_wanted > events.size()) return false;
    for (std::size_t i = events.size() - length * (rounds_wanted - 1); i < events.size(); ++i)
        if (!same(events[i], events[i - length])) return false;
    return true;
}

// Whether all threads that could run do so in the last `length` events. If one does not, the
// scheduler is at fault and not the program.
bool fair(run const& r, std::vector<event> const& events, std::size_t length) {
    std::set<int> moved;
    for (std::size_t i = events.size() - length; i < events.size(); ++i)
        moved.insert(events[i].thread);
    for (int t = 1; t <= r.threads(); ++t)
        if (!moved.contains(t) && !r.may_be_left_out(static_cast<std::size_t>(t))) return false;
    return true;
}

} // namespace

tail examine_tail(run const& r, schedule& trace) {
    std::vector<event>& events = trace.events;
    for (std::size_t length = 1; length * rounds_wanted <= events.size(); ++length) {
        if (!repeats(events, length)) continue;
        bool const is_fair = fair(r, events, length);
        std::size_t begin = events.size() - length;
        while (begin >= length && same(events[begin - 1], events[begin + length - 1])) --begin;
        trace.loop_begin = begin;
        trace.loop_end = begin + length;
        events.resize(trace.loop_end);
        if (!is_fair) return tail::unfair;
        trace.ending = {"the last " + std::to_string(length) + " steps repeat for ever"};
        return tail::livelock;
    }
    return tail::open;
}

} // namespace kev::checker
