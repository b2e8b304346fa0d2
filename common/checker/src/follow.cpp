#include <kev/checker/follow.hpp>

#include <kev/checker/run.hpp>

#include "livelock.hpp"
#include "next_in_turn.hpp"
#include "prescribed_answers.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

namespace kev::checker {

namespace {

bool is_set_up(turn const& one) {
    return one.thread == 0;
}

// How the threads go on when all turns have been asked for.
enum class afterwards {
    undisturbed, // the thread that runs goes on as long as it can
    by_turns,    // one after the other
};

// Asks for the turns one after the other, and then for any thread that can go.
class follower final : public guide {
public:
    // `turns` are those of threads; `set_up` is what is answered before them.
    follower(std::vector<std::size_t> const& set_up, std::vector<turn> const& turns, bool may_spin,
             afterwards then)
        : turns_(&turns), may_spin_(may_spin), then_(then), answers_(set_up) {}

    std::size_t next(run const& r, std::span<candidate const> candidates) override {
        for (; asked_ < turns_->size(); ++asked_) {
            turn const& wanted = (*turns_)[asked_];
            auto const found =
                std::find_if(candidates.begin(), candidates.end(),
                             [&](candidate one) { return one.thread == wanted.thread; });
            missed.push_back(why_not(r, wanted, found != candidates.end()));
            if (!missed.back().empty()) continue;
            answers_ = prescribed_answers((*turns_)[asked_++].answers);
            return static_cast<std::size_t>(found - candidates.begin());
        }
        answers_ = {};
        missed.emplace_back();
        if (then_ == afterwards::undisturbed) return 0;
        std::size_t const chosen = next_in_turn(candidates, last_);
        last_ = candidates[chosen].thread;
        return chosen;
    }

    std::size_t pick(std::size_t count) override { return answers_.next(count); }

    std::vector<std::string> missed; // of every turn so far; empty for one that was made

private:
    std::string why_not(run const& r, turn const& wanted, bool listed) const {
        thread_state const& one = r.thread(wanted.thread);
        if (one.has_finished()) return "has ended";
        if (one.is_asleep() && !(listed && wanted.timed_out)) return "sleeps";
        if (!one.is_asleep() && wanted.timed_out) return "does not sleep";
        if (one.is_resting() && !(wanted.spins_on && may_spin_)) return "waits for a change";
        return listed ? "" : "cannot go";
    }

    std::vector<turn> const* turns_;
    bool may_spin_;
    afterwards then_;
    std::size_t last_ = 0; // who made the last turn that nobody asked for
    std::size_t asked_ = 0;
    prescribed_answers answers_;
};

// A number at the beginning of the text, which is taken off.
std::optional<std::size_t> take_number(std::string_view& text) {
    std::size_t number = 0;
    auto const read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
}

bool take(std::string_view& text, char letter) {
    if (!text.starts_with(letter)) return false;
    text.remove_prefix(1);
    return true;
}

std::optional<turn> to_turn(std::string_view text) {
    auto const thread = take_number(text);
    if (!thread || *thread >= max_threads) return std::nullopt;
    turn made{.thread = *thread};
    made.timed_out = take(text, 't');
    made.spins_on = take(text, 's');
    while (take(text, ':')) {
        auto const answer = take_number(text);
        if (!answer) return std::nullopt;
        made.answers.push_back(*answer);
    }
    bool const sensible = !is_set_up(made) || (!made.timed_out && !made.spins_on);
    if (!text.empty() || !sensible) return std::nullopt;
    return made;
}

// Takes the answers of the set-up off the turns.
std::vector<std::size_t> take_set_up(std::vector<turn>& turns) {
    if (turns.empty() || !is_set_up(turns.front())) return {};
    std::vector<std::size_t> answers = std::move(turns.front().answers);
    turns.erase(turns.begin());
    return answers;
}

// Of a run that was cut.
void look_at_the_end(run& cut, followed_run& made) {
    schedule folded = cut.trace();
    bool const for_ever = examine_tail(cut, folded) == tail::livelock;
    if (for_ever) made.found = verdict::livelock;
    made.ending = for_ever ? folded.ending
                           : std::vector<std::string>{"the run is longer than any is followed"};
}

} // namespace

followed_run follow(case_entry const& entry, std::vector<turn> turns) {
    reach_counts reached;
    run one(entry.code, entry.about, reached);
    std::vector<std::size_t> const set_up = take_set_up(turns);
    follower by(set_up, turns, true, afterwards::undisturbed);
    ending how = one.execute(by, true);
    // A thread that spins on in the other lock spins forever in this one, or for longer than any spin is followed.
    bool const spins = how == ending::unfair || how == ending::spins_on;
    if (spins) {
        by = follower(set_up, turns, false, afterwards::undisturbed);
        how = one.execute(by, true);
    }
    if (how == ending::too_long) { // as is a thread that spins without a pause, until another goes
        by = follower(set_up, turns, !spins, afterwards::by_turns);
        how = one.execute(by, true);
    }
    schedule& trace = one.trace();
    followed_run made;
    made.asked = turns.size();
    auto const event_at = [&](std::size_t n) {
        return trace.events.begin() + static_cast<std::ptrdiff_t>(n);
    };
    std::size_t const first =
        trace.turns.empty() ? trace.events.size() : trace.turns[0].first_event;
    made.before.assign(trace.events.begin(), event_at(first));
    std::size_t next = 0; // of those that were made
    for (std::size_t i = 0; i < by.missed.size(); ++i) {
        followed_turn& each = made.turns.emplace_back();
        each.missed = by.missed[i];
        if (!each.missed.empty()) {
            each.asked = turns[i];
            continue;
        }
        each.asked = trace.turns[next++];
        std::size_t const end =
            next < trace.turns.size() ? trace.turns[next].first_event : trace.events.size();
        each.events.assign(event_at(each.asked.first_event), event_at(end));
    }
    for (std::size_t i = made.turns.size(); i < turns.size(); ++i)
        made.turns.push_back({.asked = turns[i], .missed = "has ended"});
    made.ending = trace.ending;
    if (how == ending::failed) made.found = one.found();
    if (how == ending::too_long) look_at_the_end(one, made);
    return made;
}

std::vector<turn> turns_of(schedule const& trace) {
    std::vector<turn> made = trace.turns;
    auto const is_first = [](std::size_t answer) { return answer == 0; };
    if (!std::all_of(trace.set_up.begin(), trace.set_up.end(), is_first))
        made.insert(made.begin(), {.thread = 0, .answers = trace.set_up});
    return made;
}

std::string to_text(std::vector<turn> const& turns) {
    std::string text;
    for (turn const& one : turns) {
        if (!text.empty()) text += ' ';
        text += std::to_string(one.thread);
        if (one.timed_out) text += 't';
        if (one.spins_on) text += 's';
        for (std::size_t const answer : one.answers) text += ':' + std::to_string(answer);
    }
    return text;
}

std::optional<std::vector<turn>> to_turns(std::string_view text) {
    std::vector<turn> made;
    while (!text.empty()) {
        std::size_t const end = std::min(text.find(' '), text.size());
        auto const one = to_turn(text.substr(0, end));
        if (!one || (is_set_up(*one) && !made.empty())) return std::nullopt;
        made.push_back(*one);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return made;
}

} // namespace kev::checker
