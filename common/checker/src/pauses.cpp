// relax() and yield(): a thread that says so waits for a change of what it has looked at since its last pause, its round.
//
// If that has changed already there is nothing to wait for: then it may look again at once, or the others go first, and
// neither costs anything.
#include <kev/checker/run.hpp>

#include "remains.hpp"

#include <utility>

namespace kev::checker {

namespace {

// A thread that says relax() this often without a step between will never make another step.
constexpr int longest_pause = 100'000;

// A spin that does not repeat itself is not followed further than this.
constexpr int longest_burst = 2'000;

} // namespace

void run::rest() {
    if (running_ == 0) return;
    thread_state& mine = me();
    paused_.set(running_);
    if (++mine.pauses > longest_pause) end(ending::too_long);
    if (mine.is_bursting()) return clear_remains();
    mine.paused = mine.disturbed ? thread_state::pause::giving_way : thread_state::pause::resting;
}

void run::looked_at(onlookers& there, bool newest) noexcept {
    there[running_] = me().round;
    if (!newest) me().disturbed = true;
}

void run::ask_host(question what) {
    asked_ = what;
    clear_remains();
    threads_[running_]->stack.switch_to(host_);
}

// @return whether the run goes on.
bool run::host_answers() noexcept {
    if (std::exchange(asked_, question::none) == question::may_spin_again) return may_spin_again();
    thread_state& mine = me();
    fingerprint const place = place_of_mover();
    bool const is_hidden = threads_[running_]->stack.in_use().empty();
    mine.fails_as_before = std::exchange(mine.failed_at, place) == place && !is_hidden;
    return true;
}

// The running thread, which spins, is about to look again at what it has looked at after its last pause. If nothing that
// it depends on differs from the last time, it will do so forever, unless another thread goes.
bool run::may_spin_again() noexcept {
    thread_state& mine = me();
    fingerprint const place = place_of_mover();
    bool const is_hidden = threads_[running_]->stack.in_use().empty();
    // A run that is made again goes as far as it went before: remains of other runs on the stack may hide a repetition.
    bool const again = choices_ != nullptr && choices_->replaying();
    bool const repeats = !is_hidden && std::exchange(mine.burst_place, place) == place && !again;
    if (!repeats && ++mine.burst <= longest_burst) return true;
    threads_[running_]->at_its_end = false;
    ending_ = repeats || is_hidden ? ending::unfair : ending::spins_on;
    return false;
}

// All that the thread's next steps depend on, but for the objects, which stay as they are while threads only look, and for
// the weak operations that have failed.
fingerprint run::place_of_mover() const noexcept {
    thread_state const& mine = threads_[running_]->state;
    auto const stack = threads_[running_]->stack.in_use();
    fingerprint sum = mix(hash_of_bytes(stack.data(), stack.size()), variables());
    for (range const& part : kept_) sum = mix(sum, hash_of_bytes(part.begin, part.size));
    for (named_budget const& one : named_budgets)
        if (one.member != &budgets::weak_failures)
            sum = mix(sum, static_cast<std::uint64_t>(left.*one.member));
    sum = mix(sum, static_cast<std::uint64_t>(now_.count()));
    return mix(mix(sum, mine.wrote), mine.made);
}

void run::changed() noexcept {
    for (std::size_t t = 1; t < threads_.size(); ++t)
        if (t != running_) threads_[t]->state.end_rest_and_burst();
}

void run::changed(onlookers const& who) noexcept {
    for (std::size_t t = 1; t < threads_.size(); ++t) {
        thread_state& other = threads_[t]->state;
        if (t != running_ && who[t] == other.round) other.disturbed = true;
    }
    changed();
}

} // namespace kev::checker
