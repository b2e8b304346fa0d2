// Breadth first over the situations of a scenario, by re-execution: each move is made once, after the
// shortest way to where it begins.
#include <kev/checker/graph.hpp>

#include <kev/checker/run.hpp>

#include "prescribed_answers.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

namespace kev::checker {

namespace {

// Steps of a way. Nobody walks that far by hand; a spin that never ends is found sooner.
constexpr int longest_way = 200;

// Goes a way that is prescribed, and stops behind it. Its first turn, of thread 0, is the set-up.
class walker final : public guide {
public:
    explicit walker(std::vector<turn> const& way) : way_(way), answers_(way.front().answers) {}

    std::size_t next(run const& r, std::span<candidate const> candidates) override {
        if (made_ == way_.size()) {
            look(r, candidates);
            return candidates.size();
        }
        answers_ = prescribed_answers(way_[made_].answers);
        std::size_t const wanted = way_[made_++].thread;
        auto const found = std::find_if(candidates.begin(), candidates.end(),
                                        [&](candidate one) { return one.thread == wanted; });
        return static_cast<std::size_t>(found - candidates.begin());
    }

    std::size_t pick(std::size_t count) override {
        if (made_ == way_.size()) counts.push_back(count);
        return answers_.next(count);
    }

    std::vector<std::size_t> counts;  // how many answers each choice of the last step had
    std::vector<std::size_t> threads; // who may go on from there
    std::string standings;

private:
    void look(run const& r, std::span<candidate const> candidates) {
        for (candidate const& one : candidates) threads.push_back(one.thread);
        std::sort(threads.begin(), threads.end());
        for (std::size_t t = 1; t <= static_cast<std::size_t>(r.threads()); ++t)
            standings += static_cast<char>(standing_of(r.thread(t)));
    }
    static standing standing_of(thread_state const& one) {
        if (one.has_finished()) return standing::ended;
        if (one.is_asleep()) return standing::asleep;
        return one.is_resting() ? standing::waits : standing::ready;
    }

    std::vector<turn> const& way_;
    std::size_t made_ = 1; // turns of the way
    prescribed_answers answers_;
};

class graph_explorer {
public:
    graph_explorer(case_entry const& entry, std::size_t most)
        : about_(entry.about), run_(entry.code, about_, reached_), most_(most) {
        about_.options.limits.steps = longest_way;
        // Which thread has heard of which use of which object would make a hundred situations of one.
        about_.options.making_is_an_access = false;
    }

    graph explore();

private:
    // How to come to a node, and who may go on from it.
    struct place {
        std::vector<turn> way;
        std::vector<std::size_t> threads;
    };

    // Where a way has led.
    struct arrival {
        ending how = ending::complete;
        fingerprint situation = 0; // unless the run has ended
        walker by;
    };

    arrival walk(std::vector<turn> const& way);
    std::size_t number_of(arrival& there, std::vector<turn> way);
    std::size_t number_of_end(ending how);
    void explore_all();
    void begin();
    void leave(std::size_t from, std::size_t thread);
    bool make(std::size_t from, turn who, std::vector<std::size_t>& counts);

    case_description about_;
    reach_counts reached_;
    run run_;
    std::size_t most_;
    graph result_;
    std::vector<place> places_;
    std::unordered_map<fingerprint, std::size_t> known_;
};

// Once more where a thread has turned out to be one that pauses.
graph graph_explorer::explore() {
    std::size_t pausing = 0;
    do {
        pausing = run_.pausing();
        result_ = {};
        places_.clear();
        known_.clear();
        explore_all();
    } while (run_.pausing() != pausing);
    return std::move(result_);
}

void graph_explorer::explore_all() {
    begin();
    for (std::size_t n = 0; n < places_.size() && result_.whole; ++n) {
        std::vector<std::size_t> const threads = places_[n].threads;
        for (std::size_t const thread : threads) leave(n, thread);
        places_[n] = {}; // its way is needed no more
        if (places_.size() > most_) result_.whole = false;
    }
}

// Where nothing is chosen while the scenario is set up, there is one beginning. Else a node stands before them all.
void graph_explorer::begin() {
    std::vector<turn> set_up(1);
    arrival first = walk(set_up);
    if (first.by.counts.empty()) {
        result_.before = run_.trace().events;
        number_of(first, std::move(set_up));
    } else {
        places_.push_back({.way = {}, .threads = {0}});
        result_.nodes.emplace_back().threads.assign(static_cast<std::size_t>(run_.threads()),
                                                    static_cast<char>(standing::ready));
    }
}

// All moves of one thread: each choice inside the step makes more of them.
void graph_explorer::leave(std::size_t from, std::size_t thread) {
    std::vector<std::vector<std::size_t>> to_try(1);
    while (!to_try.empty()) {
        std::vector<std::size_t> answers = std::move(to_try.back());
        to_try.pop_back();
        std::size_t const given = answers.size();
        std::vector<std::size_t> counts;
        if (!make(from, {.thread = thread, .answers = answers}, counts)) continue;
        answers.resize(counts.size(), 0);
        for (std::size_t i = counts.size(); i-- > given;) {
            for (std::size_t other = counts[i]; other-- > 1;) {
                to_try.emplace_back(answers.begin(),
                                    answers.begin() + static_cast<std::ptrdiff_t>(i));
                to_try.back().push_back(other);
            }
        }
    }
}

// @return whether the move leads anywhere; to spin forever on what nobody changes does not.
bool graph_explorer::make(std::size_t from, turn who, std::vector<std::size_t>& counts) {
    std::vector<turn> way = places_[from].way;
    way.push_back(std::move(who));
    arrival there = walk(way);
    if (there.how == ending::unfair) return false;
    if (there.how == ending::too_long || there.how == ending::spins_on)
        return result_.whole = false;
    counts = there.by.counts;
    schedule& trace = run_.trace();
    move made;
    if (!trace.turns.empty()) made.who = trace.turns.back(); // if not, it is the set-up
    made.events.assign(trace.events.begin() + static_cast<std::ptrdiff_t>(made.who.first_event),
                       trace.events.end());
    for (event& each : made.events) each.preempts = false; // by whom depends on the way here
    made.target = number_of(there, std::move(way));
    result_.nodes[from].moves.push_back(std::move(made));
    return true;
}

// Goes the way twice: what is noted for people would leave its traces in the stacks that are compared.
graph_explorer::arrival graph_explorer::walk(std::vector<turn> const& way) {
    arrival there{.by = walker(way)};
    there.how = run_.execute(there.by, false);
    if (there.how == ending::unfair || there.how == ending::spins_on ||
        there.how == ending::too_long)
        return there;
    if (there.how == ending::pruned) there.situation = run_.situation();
    walker again(way);
    run_.execute(again, true);
    return there;
}

// The number of the node to which a run has come, which may be new.
std::size_t graph_explorer::number_of(arrival& there, std::vector<turn> way) {
    if (there.how != ending::pruned) return number_of_end(there.how);
    auto const [entry, is_new] = known_.emplace(there.situation, places_.size());
    if (is_new) {
        places_.push_back({std::move(way), std::move(there.by.threads)});
        result_.nodes.emplace_back().threads = std::move(there.by.standings);
    }
    return entry->second;
}

// One node for all runs that end in the same way.
std::size_t graph_explorer::number_of_end(ending how) {
    std::vector<std::string> const& text = run_.trace().ending;
    fingerprint sum = mix(static_cast<std::uint64_t>(run_.found()), text.size());
    for (std::string const& line : text)
        for (char const letter : line) sum = mix(sum, static_cast<unsigned char>(letter));
    auto const [entry, is_new] = known_.emplace(sum, places_.size());
    if (is_new) {
        places_.emplace_back();
        node& made = result_.nodes.emplace_back();
        made.complete = how == ending::complete;
        if (!made.complete) made.found = run_.found();
        made.ending = text;
        for (int t = 1; t <= run_.threads(); ++t) {
            bool const ended = run_.thread(static_cast<std::size_t>(t)).has_finished();
            made.threads += static_cast<char>(ended ? standing::ended : standing::asleep);
        }
    }
    return entry->second;
}

} // namespace

graph explore_graph(case_entry const& entry, std::size_t most) {
    return graph_explorer(entry, most).explore();
}

} // namespace kev::checker
