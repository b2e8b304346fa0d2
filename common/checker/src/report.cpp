#include <kev/checker/follow.hpp>
#include <kev/checker/report.hpp>

#include "event_json.hpp"

#include <iomanip>
#include <sstream>

namespace kev::checker {

namespace {

// The order in which the threads went, for another lock to follow, and the number of each turn's first step.
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

// The bound that the result may speak of: what was asked for, unless a budget ended the search before; none where no run
// is beyond any.
json claimed_bound(case_entry const& entry, result const& found) {
    if (!is_finding(found.found) && found.cut_by.empty() && !found.beyond) return nullptr;
    return found.cut_by.empty() || is_finding(found.found) ? entry.about.options.limits.preemptions
                                                           : found.bound;
}

// The parts that the search has left out, by the names of the budgets.
json left_out(result const& found) {
    json names = json::array();
    if (found.beyond) names.push_back("preemptions");
    for (std::size_t i = 0; i < named_budgets.size(); ++i)
        if (found.withheld[i]) names.push_back(named_budgets[i].name);
    return names;
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
                 {"steps", found.steps},
                 {"beyond_bound", found.beyond},
                 {"longest", found.longest}};
    if (!good) made["why"] = why;
    if (!found.cut_by.empty()) made["cut_by"] = found.cut_by;
    json given = json::object();
    for (named_budget const& one : named_budgets) given[one.name] = limits.*one.member;
    made["budgets"] = given;
    made["left_out"] = left_out(found);
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
         << to_string(found.found) << ' ';
    json const bound = claimed_bound(entry, found);
    if (bound.is_null())
        line << "no bound, ";
    else
        line << "bound " << bound << ", ";
    line << found.runs << " runs";
    if (json const names = left_out(found); !is_finding(found.found) && !names.empty()) {
        line << "; left out:";
        for (json const& name : names) line << ' ' << name.get<std::string>();
    }
    if (is_finding(found.found)) line << ", " << found.shortest.preemptions << " preempted";
    if (!good) line << "   WRONG: " << why;
    return line.str();
}

} // namespace kev::checker
