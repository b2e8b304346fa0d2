// Graphs and runs that follow another, as JSON. A thing that occurs often stands in a table, once.
#include <kev/checker/follow.hpp>
#include <kev/checker/graph.hpp>

#include "event_json.hpp"

#include <string>
#include <unordered_map>

namespace kev::checker {

namespace {

// Numbers for things, in the order in which they are met.
class table {
public:
    std::size_t number(json const& thing) {
        auto const [entry, is_new] = numbers_.emplace(thing.dump(), things_.size());
        if (is_new) things_.push_back(thing);
        return entry->second;
    }
    json const& things() const noexcept { return things_; }

private:
    std::unordered_map<std::string, std::size_t> numbers_;
    json things_ = json::array();
};

json about_to_json(case_entry const& entry) {
    return {{"id", entry.about.id},           {"lab", entry.about.lab},
            {"variant", entry.about.variant}, {"promise", entry.about.promise},
            {"broken", entry.about.broken},   {"threads", threads_to_json(entry)}};
}

json events_to_json(case_description const& about, std::vector<event> const& events) {
    json made = json::array();
    for (event const& one : events) made.push_back(event_to_json(about, one));
    return made;
}

json end_to_json(node const& one) {
    return {{"found", one.found ? std::string(to_string(*one.found)) : ""}, {"ending", one.ending}};
}

} // namespace

std::string to_json(case_entry const& entry, graph const& found) {
    json made = about_to_json(entry);
    made["whole"] = found.whole;
    if (!found.whole) return made.dump();
    table events;
    table moves;
    table standings;
    table ends;
    auto const numbers = [&](std::vector<event> const& happened) {
        json list = json::array();
        for (event const& one : happened)
            list.push_back(events.number(event_to_json(entry.about, one)));
        return list;
    };
    made["before"] = numbers(found.before);
    json nodes = json::array();
    for (node const& one : found.nodes) {
        bool const is_end = one.complete || one.found;
        json line = {standings.number(one.threads)};
        line.push_back(is_end ? static_cast<long>(ends.number(end_to_json(one))) : -1L);
        for (move const& each : one.moves) {
            json const what = {{"thread", each.who.thread},
                               {"timed_out", each.who.timed_out},
                               {"events", numbers(each.events)}};
            line.push_back(moves.number(what));
            line.push_back(each.target);
        }
        nodes.push_back(line);
    }
    made["events"] = events.things();
    made["moves"] = moves.things();
    made["standings"] = standings.things();
    made["ends"] = ends.things();
    made["nodes"] = nodes;
    return made.dump();
}

std::string to_json(case_entry const& entry, followed_run const& found) {
    json made = about_to_json(entry);
    made["before"] = events_to_json(entry.about, found.before);
    made["asked"] = found.asked;
    json turns = json::array();
    for (followed_turn const& one : found.turns) {
        json line = {{"thread", one.asked.thread}};
        if (!one.missed.empty()) line["missed"] = one.missed;
        line["steps"] = events_to_json(entry.about, one.events);
        turns.push_back(line);
    }
    made["turns"] = turns;
    made["found"] = found.found ? std::string(to_string(*found.found)) : "";
    made["ending"] = found.ending;
    return made.dump();
}

} // namespace kev::checker
