#include "livelock.hpp"

#include <optional>
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

// One round of what repeats: the first of them all.
struct round_of_events {
    std::size_t begin;
    std::size_t length;
};

round_of_events first_round(std::vector<event> const& events, std::size_t length) {
    std::size_t begin = events.size() - length;
    while (begin >= length && same(events[begin - 1], events[begin + length - 1])) --begin;
    return {begin, length};
}

// Leaves of what repeats only that round.
void fold(schedule& trace, round_of_events const& kept) {
    trace.loop_begin = kept.begin;
    trace.loop_end = kept.begin + kept.length;
    trace.events.resize(trace.loop_end);
}

} // namespace

// A thread that pauses several times in a row repeats itself within its turn, too: the shortest length need not be that
// of the round.
tail examine_tail(run const& r, schedule& trace) {
    std::vector<event> const& events = trace.events;
    std::optional<round_of_events> unfair; // the one that began first
    for (std::size_t length = 1; length * rounds_wanted <= events.size(); ++length) {
        if (!repeats(events, length)) continue;
        round_of_events const found = first_round(events, length);
        if (fair(r, events, length)) {
            fold(trace, found);
            trace.ending = {"the last " + std::to_string(length) + " steps repeat forever"};
            return tail::livelock;
        }
        if (!unfair || found.begin < unfair->begin) unfair = found;
    }
    if (!unfair) return tail::open;
    fold(trace, *unfair);
    return tail::unfair;
}

} // namespace kev::checker
