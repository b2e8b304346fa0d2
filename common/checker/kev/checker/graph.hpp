/// @file
/// The graph of all situations that a small scenario can come to: for people who want to choose
/// themselves which thread goes next.
///
/// There is no bound on preemptions in it. A node is what run::situation() tells apart; an edge is one
/// answer to the question who goes next, with one answer to each choice inside the step: a time-out, a
/// weak compare-exchange that fails, an old value that is read. If there are choices while the scenario is
/// set up, the first node stands before that, and its edges are moves of thread 0. Only scenarios that cannot go round in a
/// circle have one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <kev/checker/case_entry.hpp>
#include <kev/checker/event.hpp>
#include <kev/checker/verdict.hpp>

namespace kev::checker {

/// One way to go on.
struct move {
    turn who;
    std::vector<event> events; ///< what happened; of a thread that it woke, too
    std::size_t target = 0;    ///< number of the node
};

/// Why a thread stands still; `ready` if it does not.
enum class standing : char { ready = 'r', waits = 'w', asleep = 's', ended = 'e' };

/// One situation.
struct node {
    std::vector<move> moves;
    std::string threads;             ///< a letter for each: see standing
    std::optional<verdict> found;    ///< set: the end of a run that failed, or reached its goal
    std::vector<std::string> ending; ///< of such a run, in sentences
    bool complete = false;           ///< the end of a run in which every thread ended
};

/// All situations; the first is the beginning.
struct graph {
    std::vector<event> before; ///< what happens before anybody has a choice
    std::vector<node> nodes;
    bool whole = true; ///< false: more nodes than were asked for, a run that is too long, a circle
};

/// Makes one node of all from which the same can happen. The result is the smallest graph that shows
/// the same, in an order of its own: it depends on the scenario only. If the threads can go round in a
/// circle, nothing is left, and the graph is not whole.
void minimize(graph& found);

/// The graph of a case, if it has at most `most` nodes. The same on every machine.
graph explore_graph(case_entry const& entry, std::size_t most);

/// As a JSON object; docs/checker.md describes it.
std::string to_json(case_entry const& entry, graph const& found);

} // namespace kev::checker
