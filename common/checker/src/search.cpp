// Depth-first search over the choices of a run, by re-execution, one preemption bound after the
// other.
//
// A run is determined by the answers to its choice points. A work list holds prefixes of answers;
// each is executed once, with the first alternative wherever the prefix has ended, and each
// alternative that was not taken there becomes a prefix of its own: on the present list, if it adds
// no preemption, or on the next bound's. So no run is made twice, and the first finding has the
// fewest preemptions (iterative context bounding: Musuvathi and Qadeer, 2007).
#include <kev/checker/search.hpp>

#include "fair_end.hpp"
#include "livelock.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace kev::checker {

namespace {

// The answer to each choice, one byte each (run::choose() allows 256). A string because it is
// extended by `+`, and because a short one needs no allocation. It is no text.
using answers = std::u8string;

// The first choices of a run, and what had happened when the last of them came up: a scenario that
// does not do the same under the same choices is noticed by that.
struct prefix {
    answers choices;
    fingerprint before_last = 0;
};

// Answers with a fixed list of choices, then always with the first.
class replay final : public chooser {
public:
    explicit replay(answers choices) : choices_(std::move(choices)) {}
    std::size_t pick(std::uint8_t const* /*costs*/, std::size_t /*count*/) override {
        return next_ < choices_.size() ? choices_[next_++] : 0;
    }
    bool known(fingerprint /*state*/) override { return false; }
    bool replaying() const override { return true; }

private:
    answers choices_;
    std::size_t next_ = 0;
};

// A search that has met this many runs which it could not follow will hardly say more by going on.
constexpr std::uint64_t most_open = 1000;

class explorer final : public chooser {
public:
    explorer(case_entry const& entry, bool collect_classes)
        : about_(entry.about), run_(entry.code, entry.about, result_.reached),
          collect_(collect_classes) {}

    result explore();

    std::size_t pick(std::uint8_t const* costs, std::size_t count) override;
    bool known(fingerprint state) override { return !seen_.insert(state).second; }
    bool replaying() const override { return path_.size() < given_; }

private:
    bool explore_bound();
    void make_run();
    void examine_long_run();
    void examine_fair_end(std::vector<turn> way);
    void leave_open(std::string_view limit);
    bool keep_if_best(verdict found);
    void show();
    [[noreturn]] void refuse() const;
    bool out_of_budget();

    case_description const& about_;
    result result_;
    run run_;
    bool collect_;
    answers path_;          // the choices of this run so far
    std::size_t given_ = 0; // how many of them were prescribed
    prefix prescribed_;
    bool strayed_ = false;      // before the last of them something else had happened
    std::vector<prefix> now_;   // prefixes within the present bound
    std::vector<prefix> later_; // prefixes with one preemption more
    std::unordered_set<fingerprint> seen_;
    int bound_ = 0; // that is being explored
    answers best_;  // choices of the shortest failing run
    std::optional<std::vector<turn>>
        best_way_; // set if it goes on fairly after these turns: then in place of best_
    int best_steps_ = 0;
    std::chrono::steady_clock::time_point const begin_ = std::chrono::steady_clock::now();
    std::clock_t const processor_begin_ = std::clock();
};

std::size_t explorer::pick(std::uint8_t const* costs, std::size_t count) {
    if (path_.size() < given_) {
        path_.push_back(prescribed_.choices[path_.size()]);
        if (path_.size() == given_)
            strayed_ = mix(run_.all_done(), count) != prescribed_.before_last;
        return std::min<std::size_t>(path_.back(), count - 1);
    }
    fingerprint const before = mix(run_.all_done(), count);
    bool const last_bound = bound_ >= about_.options.limits.preemptions;
    for (std::size_t i = count; i-- > 1;) {
        if (costs[i] > 0 && last_bound) {
            result_.beyond = true;
            continue;
        }
        (costs[i] > 0 ? later_ : now_).push_back({path_ + static_cast<char8_t>(i), before});
    }
    path_.push_back(0);
    return 0;
}

result explorer::explore() {
    now_.emplace_back();
    while (explore_bound()) {
        if (is_finding(result_.found)) break;
        // Nothing is claimed of a bound with a run that was not followed to its end.
        if (result_.cut_by.empty())
            result_.bound = later_.empty() ? about_.options.limits.preemptions : bound_;
        if (later_.empty()) break;
        // The next bound's, in the order in which they were found.
        std::swap(now_, later_);
        std::reverse(now_.begin(), now_.end());
        ++bound_;
    }
    if (is_finding(result_.found)) {
        show();
    } else if (!result_.cut_by.empty()) {
        result_.found = verdict::sampled_clean;
    }
    result_.withheld = run_.withheld();
    std::chrono::duration<double> const spent = std::chrono::steady_clock::now() - begin_;
    result_.seconds = spent.count();
    return std::move(result_);
}

// Makes the shortest run that failed once more, to keep what happened in it.
void explorer::show() {
    replay again(best_);
    ending const how = best_way_ ? execute_fairly(run_, *best_way_) : run_.execute(again, true);
    if (how != (result_.found == verdict::livelock ? ending::too_long : ending::failed) ||
        (how == ending::failed && run_.found() != result_.found))
        refuse();
    result_.shortest = std::move(run_.trace());
    if (result_.found == verdict::livelock) examine_tail(run_, result_.shortest);
}

// Explores all that the present bound adds. @return whether the search may go on.
bool explorer::explore_bound() {
    while (!now_.empty()) {
        if (out_of_budget()) return false;
        prescribed_ = std::move(now_.back());
        now_.pop_back();
        make_run();
    }
    return true;
}

void explorer::refuse() const {
    throw std::logic_error(about_.id + " does not do the same under the same choices: it keeps "
                                       "something from one run to the next");
}

void explorer::make_run() {
    path_.clear();
    given_ = prescribed_.choices.size();
    ++result_.explored;
    if (!is_finding(result_.found)) ++result_.runs;
    ending const how = run_.execute(*this, false);
    result_.longest = std::max(result_.longest, run_.steps());
    result_.steps += static_cast<std::uint64_t>(run_.steps());
    if (strayed_ || path_.size() < given_) refuse();
    switch (how) {
    case ending::complete:
        ++result_.completed;
        if (collect_) result_.classes.insert(run_.history());
        break;
    case ending::pruned:
        ++result_.pruned;
        break;
    case ending::failed:
        keep_if_best(run_.found());
        break;
    case ending::unfair:
        // One thread spun on for a preemption, while others could run. That these go instead costs
        // nothing.
        ++result_.unfair;
        break;
    case ending::spins_on:
        leave_open("spin");
        break;
    case ending::too_long:
        examine_long_run();
        break;
    }
}

// The run was not followed to its end, and nothing is known of what would come.
void explorer::leave_open(std::string_view limit) {
    ++result_.open;
    result_.cut_by = limit;
}

void explorer::examine_long_run() {
    replay again(path_);
    if (run_.execute(again, true) != ending::too_long) refuse();
    tail const end = examine_tail(run_, run_.trace());
    if (end == tail::livelock) keep_if_best(verdict::livelock);
    if (end == tail::unfair) examine_fair_end(way_to_loop(run_.trace()));
    if (end == tail::open) leave_open(run_.limit());
}

// Only a preemption leaves a thread that spins without a pause, so no run within the bound would let
// two such threads take turns forever.
void explorer::examine_fair_end(std::vector<turn> way) {
    ++result_.unfair;
    ending const how = execute_fairly(run_, way);
    if (how == ending::pruned) refuse(); // the way could not be gone again
    tail const end = how == ending::too_long ? examine_tail(run_, run_.trace()) : tail::unfair;
    bool const livelock = end == tail::livelock;
    if (end == tail::open) leave_open(run_.limit());
    if (how != ending::failed && !livelock) return;
    if (keep_if_best(livelock ? verdict::livelock : run_.found())) best_way_ = std::move(way);
}

// Keeps the run that has just failed if no run is kept yet, or if it is shorter than the kept run.
// @return whether it kept it.
bool explorer::keep_if_best(verdict found) {
    if (is_finding(result_.found)) {
        if (found != result_.found || run_.steps() >= best_steps_) return false;
    }
    result_.found = found;
    best_ = path_;
    best_way_.reset();
    best_steps_ = run_.steps();
    return true;
}

bool explorer::out_of_budget() {
    budgets const& limits = about_.options.limits;
    if (is_finding(result_.found)) return result_.explored - result_.runs > limits.runs / 100;
    if (result_.explored >= limits.runs) result_.cut_by = "runs";
    if (limits.seconds > 0 && result_.explored % 256 == 0) {
        double const spent = static_cast<double>(std::clock() - processor_begin_) / CLOCKS_PER_SEC;
        if (spent > limits.seconds) result_.cut_by = "seconds";
    }
    return result_.cut_by == "runs" || result_.cut_by == "seconds" || result_.open >= most_open;
}

} // namespace

result explore(case_entry const& entry, bool collect_classes) {
    return explorer(entry, collect_classes).explore();
}

} // namespace kev::checker
