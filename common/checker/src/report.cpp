#include <kev/checker/follow.hpp>
#include <kev/checker/report.hpp>

#include "event_json.hpp"

#include <iomanip>
#include <sstream>

namespace kev::checker {

namespace {

// Who went when, for another lock to follow, and the number of each turn's first step.
json turns_to_json(schedule const& trace) {
    json first = json::array();
    for (turn const& one : trace.turns) first.push_back(one.first_event + 1);
    return {{"text", to_text(turns_of(trace))}, {"first", first}};
}

json schedule_to_json(case_entry const& entry, schedule const& trace) {
    json steps = json::array();
    for (std::size_t i = 0; i < trace.events.size(); ++i)
        steps.push_back(event_to_json(entry.about, trace.events[i], i + 1));
    json made = {
        {"threads", threads_to_json(entry)}, {"preemptions", trace.preemptions}, {"steps", steps}};
    if (trace.loop_end > trace.loop_begin)
        made["loop"] = {{"first", trace.loop_begin + 1}, {"last", trace.loop_end}};
    made["ending"] = trace.ending;
    made["turns"] = turns_to_json(trace);
    return made;
}

// The bound that the result may speak of: what was asked for, unless a budget ended the search before.
int claimed_bound(case_entry const& entry, result const& found) {
    return found.cut_by.empty() || is_finding(found.found) ? entry.about.options.limits.preemptions
                                                           : found.bound;
}

} // namespace

std::string to_json(case_entry const& entry, result const& found) {
    case_description const& about = entry.about;
    std::string why;
    bool const good = as_expected(about, found, why);
    budgets const& limits = about.options.limits;
    json made = {{"id", about.id},
                 {"lab", about.lab},
                 {"variant", about.variant},
                 {"title", about.title},
                 {"promise", about.promise},
                 {"expected", to_string(about.expected)},
                 {"found", to_string(found.found)},
                 {"as_expected", good},
                 {"bound", claimed_bound(entry, found)},
                 {"runs", found.runs},
                 {"seconds", found.seconds},
                 {"explored", found.explored},
                 {"completed", found.completed},
                 {"pruned", found.pruned},
                 {"unfair", found.unfair},
                 {"beyond_bound", found.beyond},
                 {"longest", found.longest}};
    if (!good) made["why"] = why;
    if (!found.cut_by.empty()) made["cut_by"] = found.cut_by;
    made["budgets"] = {
        {"weak_failures", limits.weak_failures}, {"stale_loads", limits.stale_loads},
        {"timeouts", limits.timeouts},           {"late_timeouts", limits.late_timeouts},
        {"late_meetings", limits.late_meetings}, {"clock_steps", limits.clock_steps}};
    if (limits.spurious_wakes > 0) made["budgets"]["spurious_wakes"] = limits.spurious_wakes;
    json reached = json::object();
    for (auto const& [state, times] : found.reached) reached[state] = times;
    made["reached"] = reached;
    if (is_finding(found.found)) made["schedule"] = schedule_to_json(entry, found.shortest);
    return made.dump(1);
}

std::string to_line(case_entry const& entry, result const& found) {
    std::string why;
    bool const good = as_expected(entry.about, found, why);
    std::ostringstream line;
    line << std::left << std::setw(28) << entry.about.id << ' ' << std::setw(16)
         << to_string(found.found) << " bound " << claimed_bound(entry, found) << ", " << found.runs
         << " runs";
    if (is_finding(found.found)) line << ", " << found.shortest.preemptions << " preempted";
    if (!good) line << "   WRONG: " << why;
    return line.str();
}

} // namespace kev::checker
