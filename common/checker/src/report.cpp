#include <kev/checker/report.hpp>

#include "texts.hpp"

#include <nlohmann/json.hpp>

#include <iomanip>
#include <sstream>

namespace kev::checker {

namespace {

using json = nlohmann::ordered_json;

// The decoder of a field; objects are called "m.word", and the decoder knows "word".
decoder const* decoder_for(case_description const& about, std::string const& object) {
    for (decoder const& known : about.decoders) {
        std::string const tail = "." + known.field;
        if (object == known.field || (object.size() > tail.size() && object.ends_with(tail)))
            return &known;
    }
    return nullptr;
}

json event_to_json(case_description const& about, event const& step, std::size_t number) {
    json made = {{"step", number}, {"thread", step.thread}, {"operation", step.operation}};
    if (!step.object.empty()) made["object"] = step.object;
    if (step.has_value) {
        made["before"] = step.before;
        made["after"] = step.after;
        if (decoder const* const words = decoder_for(about, step.object)) {
            made["before_text"] = words->describe(step.before);
            made["after_text"] = words->describe(step.after);
        }
    }
    if (!step.order.empty()) made["order"] = step.order;
    if (!step.note.empty()) made["note"] = step.note;
    if (step.preempts) made["preempts"] = true;
    made["function"] = step.where.line != 0 ? step.where.function : step.operation;
    made["file"] = short_file(step.where.file);
    made["line"] = step.where.line;
    return made;
}

json schedule_to_json(case_entry const& entry, schedule const& trace) {
    json threads = json::array();
    for (int t = 1; t <= entry.code.threads; ++t) {
        auto const index = static_cast<std::size_t>(t - 1);
        bool const named = index < entry.about.lanes.size();
        threads.push_back(named ? entry.about.lanes[index] : "thread " + std::to_string(t));
    }
    json steps = json::array();
    for (std::size_t i = 0; i < trace.events.size(); ++i)
        steps.push_back(event_to_json(entry.about, trace.events[i], i + 1));
    json made = {{"threads", threads}, {"preemptions", trace.preemptions}, {"steps", steps}};
    if (trace.loop_end > trace.loop_begin)
        made["loop"] = {{"first", trace.loop_begin + 1}, {"last", trace.loop_end}};
    made["ending"] = trace.ending;
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
    made["budgets"] = {{"weak_failures", limits.weak_failures},
                       {"stale_loads", limits.stale_loads},
                       {"timeouts", limits.timeouts},
                       {"late_timeouts", limits.late_timeouts},
                       {"late_meetings", limits.late_meetings}};
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
