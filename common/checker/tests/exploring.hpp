// What the checker's own tests share.
#pragma once

#include <kev/checker/search.hpp>
#include <kev/world.hpp>

#include <set>
#include <string>
#include <utility>

namespace kev::checker::testing {

// Sequential consistency, every interleaving, no spurious failures: what can be counted by hand.
inline options plain(int bound = no_bound) {
    options made;
    made.limits.preemptions = bound;
    made.limits.weak_failures = 0;
    return made;
}

inline options without_pruning(options made = plain()) {
    made.prune = false;
    return made;
}

inline options with_stale_loads(int loads) {
    options made = plain();
    made.limits.stale_loads = loads;
    return made;
}

template <typename S>
result exploring(options const& settings = plain(), std::string goal = {}) {
    case_entry entry;
    entry.about.id = "test";
    entry.about.options = settings;
    entry.about.goal = std::move(goal);
    if (!entry.about.goal.empty()) entry.about.expected = verdict::reachable;
    entry.code = make_scenario<S>();
    return explore(entry, true);
}

} // namespace kev::checker::testing
