// relax() and yield(): a thread that says so waits for a change of what it has looked at since its last pause, its round.
//
// If that has changed already there is nothing to wait for: then it may look again at once, or the others go first, and
// neither costs anything.
#include <kev/checker/run.hpp>

namespace kev::checker {

namespace {

// A thread that says relax() this often without a step between will never make another step.
constexpr int longest_pause = 100'000;

} // namespace

void run::rest() {
    if (running_ == 0) return;
    thread_state& mine = me();
    paused_.set(running_);
    if (++mine.pauses > longest_pause) end(ending::too_long);
    if (mine.is_bursting()) return;
    mine.paused = mine.disturbed ? thread_state::pause::giving_way : thread_state::pause::resting;
}

void run::looked_at(onlookers& there, bool newest) noexcept {
    there[running_] = me().round;
    if (!newest) me().disturbed = true;
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
