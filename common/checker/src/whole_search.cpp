// Beyond what a case asks for: a search with no bound, and one with no budgets; and whether a result is as expected.
#include <kev/checker/search.hpp>

#include <string>
#include <utility>

namespace kev::checker {

namespace {

bool is_whole(result const& found) noexcept {
    return found.found == verdict::exhausted_clean && !found.beyond && found.withheld.none();
}

budgets without_bound(budgets given) noexcept {
    given.preemptions = no_bound;
    given.runs = given.whole_runs;
    return given;
}

// Nor with budgets, but for those by which a case says what its world is.
budgets without_limits(budgets given) noexcept {
    for (named_budget const& one : named_budgets)
        if (given.*one.member > 0 || one.zero == at_zero::left_out) given.*one.member = no_bound;
    return without_bound(given);
}

// Of two verdicts without a finding, the second is the better one.
bool is_met(verdict expected, verdict found) noexcept {
    return found == expected ||
           (expected == verdict::exhausted_clean && found == verdict::every_schedule);
}

} // namespace

result explore_wholly(case_entry const& entry) {
    result best = explore(entry);
    for (auto* const wider : {&without_bound, &without_limits}) {
        if (best.found != verdict::exhausted_clean || is_whole(best)) break;
        if (wider == &without_bound && !best.beyond) continue;
        case_entry more = entry;
        more.about.options.limits = wider(entry.about.options.limits);
        result next = explore(more);
        // Operations that fail forever without a reason are no livelock.
        bool const for_ever = wider == &without_limits && next.found == verdict::livelock;
        if (next.found == verdict::sampled_clean || for_ever) break;
        best = std::move(next);
    }
    if (is_whole(best)) best.found = verdict::every_schedule;
    return best;
}

bool as_expected(case_description const& about, result const& found, std::string& why) {
    if (!is_met(about.expected, found.found)) {
        why = "expected " + std::string(to_string(about.expected)) + ", found " +
              std::string(to_string(found.found));
        if (!found.cut_by.empty()) why += " (the budget of " + found.cut_by + " was used up)";
        return false;
    }
    if (!is_finding(found.found) && found.completed == 0) {
        why = "no run came to its end";
        return false;
    }
    for (std::string const& state : about.must_reach) {
        if (found.reached.contains(state)) continue;
        why = "never reached: " + state;
        return false;
    }
    return true;
}

} // namespace kev::checker
