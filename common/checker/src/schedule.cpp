// Which thread goes next: the choice points, and what makes a thread ready or asleep.
#include <kev/checker/run.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace kev::checker {

namespace {

// Marks of sleeps in a thread's history.
constexpr std::uint64_t asleep_mark = 101;
constexpr std::uint64_t woken_mark = 102;
constexpr std::uint64_t timed_out_mark = 103;

} // namespace

// A thread that stands before a step lets the run decide who makes the next one.
//
// One that said relax() gives way to all others first. To let it spin on instead costs a
// preemption, and then it spins on (a burst) until it, or another, changes something: so one
// preemption is enough to see a bounded spin give up. Within a burst nobody comes between a pause
// and a look that only repeats the one after the pause before: so a spin without a bound does not
// make the search endless. Any other look may be one after the spin, and is as open to the others
// as elsewhere.
void run::point(step what, void const* object, source_place where) {
    if (running_ == 0) return count_step(); // nothing runs beside the set-up and the last check
    thread_state& mine = me();
    bool repeats = false;
    if (std::exchange(mine.pauses, 0) > 0) {
        ++mine.round;
        mine.disturbed = false;
        look const this_one{object, where};
        repeats = std::exchange(mine.after_pause, this_one) == this_one;
    }
    if (mine.is_bursting() && (what != step::look || goes_on_fairly()))
        mine.paused = thread_state::pause::none;
    if (mine.is_bursting() && repeats) return ask_host(question::may_spin_again);
    mine.at = thread_state::stage::ready;
    decide();
    count_step();
}

void run::count_step() {
    if (++steps_ > about_.options.limits.steps) end_at_limit("steps");
}

bool run::sleep(std::optional<std::chrono::nanoseconds> deadline, std::string waits_in) {
    thread_state& mine = me();
    mine.at = thread_state::stage::blocked;
    mine.deadline = deadline;
    // This fiber may be dropped while it sleeps, and then `waits_in` is not destroyed. So it must
    // keep no buffer: a move may leave it the one of the assigned string, and exchange() does not.
    mine.waits_in = std::exchange(waits_in, std::string());
    mine.timed_out = false;
    mine.failed_at = 0;
    remember(asleep_mark);
    if (deadline) {
        depend(time_, false); // when it is to end was reckoned from now
        remember(static_cast<std::uint64_t>(deadline->count()));
    }
    decide();
    remember(mine.timed_out ? timed_out_mark : woken_mark);
    return !mine.timed_out;
}

void run::wake(std::size_t thread) {
    threads_[thread]->state.at = thread_state::stage::starting;
    if (settings().kernel_orders_changes) memory_.enter_kernel(thread);
    changed();
}

std::size_t run::choose(std::size_t count) {
    static constexpr std::array<std::uint8_t, 256> free{}; // an answer of the search is one byte
    if (count <= 1) return 0;
    if (count > free.size()) {
        std::fputs("kev: too many answers to one choice\n", stderr);
        std::abort(); // no exception: the operations of the model do not throw
    }
    std::size_t const picked =
        guide_ != nullptr ? guide_->pick(count) : choices_->pick(free.data(), count);
    if (recording_)
        (trace_.turns.empty() ? trace_.set_up : trace_.turns.back().answers).push_back(picked);
    remember(picked + 1);
    return picked;
}

bool run::gamble(int& budget) {
    if (budget <= 0) withhold(budget);
    if (budget <= 0 || choose(2) == 0) return false;
    --budget;
    return true;
}

// With a budget that is never used up, a loop around the operation could go round forever. If the thread stands where it
// has stood at its last such failure, and has changed nothing since, another failure leads to nothing new.
bool run::fails_without_reason() {
    if (!gamble(left.weak_failures)) return false;
    if (settings().limits.weak_failures != no_bound || guide_ != nullptr) return true;
    ask_host(question::fails_as_before);
    if (me().fails_as_before && !choices_->replaying()) end(ending::pruned);
    return true;
}

void run::withhold(int const& budget) noexcept {
    budgets const& given = about_.options.limits;
    for (std::size_t i = 0; i < named_budgets.size(); ++i) {
        named_budget const& one = named_budgets[i];
        if (&(left.*one.member) != &budget) continue;
        if (given.*one.member > 0 || one.zero != at_zero::absent) withheld_.set(i);
    }
}

// Called by the fiber that has just come to stand before a step, gone to sleep, or ended; returns
// when that fiber is to go on.
void run::decide() {
    thread_state& mine = me();
    mine.left_behind = variables();
    give_way();
    mine.notice(variables());
}

void run::give_way() {
    if (std::size_t const starting = starting_thread(); starting != 0) {
        // It runs to its first step before any thread makes a step. No thread can tell the
        // difference, and there is one choice point less.
        threads_[starting]->state.at = thread_state::stage::ready;
        return switch_to(starting);
    }
    if (all_finished()) return switch_to(0);
    crossroads here;
    list_candidates(here);
    if (here.count == 0) deadlock();
    go(here, here.list[who_goes(here)]);
}

std::size_t run::who_goes(crossroads const& here) {
    if (guide_ != nullptr) {
        std::size_t const picked = guide_->next(*this, {here.list.data(), here.count});
        if (picked >= here.count) end(ending::pruned);
        return picked;
    }
    if (here.count == 1) return 0;
    if (!choices_->replaying() && about_.options.prune && choices_->known(state(here)))
        end(ending::pruned);
    std::array<std::uint8_t, max_threads> costs{};
    for (std::size_t i = 0; i < here.count; ++i) costs[i] = here.list[i].cost;
    return choices_->pick(costs.data(), here.count);
}

void run::go(crossroads const& from, candidate chosen) {
    thread_state& next = threads_[chosen.thread]->state;
    if (!goes_on_fairly()) trace_.preemptions += chosen.cost;
    preempts_ = chosen.cost > 0 && from.mover_goes_on;
    if (recording_) {
        trace_.turns.push_back({.thread = chosen.thread,
                                .timed_out = next.is_asleep(),
                                .spins_on = next.is_resting(),
                                .first_event = trace_.events.size()});
    }
    if (next.is_asleep()) { // chosen although asleep: its time-out comes
        if (from.somebody_active) --left.timeouts;
        next.timed_out = true;
        next.at = thread_state::stage::ready;
    } else if (next.is_resting()) {
        using pause = thread_state::pause;
        next.paused = goes_on_fairly() ? pause::none : pause::bursting;
        next.burst = 0;
        next.burst_place = 0;
    }
    threads_[mover_]->state.stop_giving_way();
    mover_ = chosen.thread;
    switch_to(chosen.thread);
}

void run::switch_to(std::size_t thread) {
    if (thread == running_) return;
    fiber& from = threads_[running_]->stack;
    running_ = thread;
    from.switch_to(threads_[thread]->stack);
}

std::size_t run::starting_thread() const noexcept {
    for (std::size_t t = 1; t < threads_.size(); ++t)
        if (thread(t).at == thread_state::stage::starting) return t;
    return 0;
}

bool run::all_finished() const noexcept {
    return std::all_of(threads_.begin() + 1, threads_.end(),
                       [](auto const& t) { return t->state.has_finished(); });
}

// If only threads that rest are left, resting has no point any more: all look again. A thread that sleeps
// with a time limit counts as left, too: its time-out changes something. @return whether a thread can go
// without being disturbed in its rest or its sleep.
bool run::wake_resting_if_alone() noexcept {
    bool sleeper_may_time_out = false;
    for (std::size_t t = 1; t < threads_.size(); ++t) {
        thread_state const& one = thread(t);
        if (one.at == thread_state::stage::ready && !one.is_resting()) return true;
        if (one.is_asleep() && one.deadline) sleeper_may_time_out = true;
    }
    if (sleeper_may_time_out) return false;
    for (std::size_t t = 1; t < threads_.size(); ++t) {
        thread_state& one = threads_[t]->state;
        if (one.is_resting()) one.paused = thread_state::pause::none;
    }
    return false;
}

// The threads that may go, with what each costs; those that cost nothing come first. Without a
// choice, a thread goes on as long as it can, then the next by number.
void run::list_candidates(crossroads& here) {
    std::array<candidate, max_threads> dear{};
    std::size_t dear_count = 0;
    here.somebody_active = wake_resting_if_alone();
    thread_state const& mover = thread(mover_);
    here.mover_goes_on = here.somebody_active && mover_ != 0 && !mover.is_resting() &&
                         mover.paused != thread_state::pause::giving_way &&
                         mover.at == thread_state::stage::ready;
    std::size_t const threads = threads_.size() - 1;
    for (std::size_t i = 0; i < threads; ++i) {
        std::size_t const t =
            (mover_ + i + (here.mover_goes_on ? 0 : 1) + threads - 1) % threads + 1;
        thread_state const& one = thread(t);
        bool const asleep = one.is_asleep();
        if (one.has_finished()) continue;
        if (asleep && !one.deadline) continue;
        if (asleep && here.somebody_active && left.timeouts <= 0 && !goes_on_fairly()) {
            withhold(left.timeouts);
            continue;
        }
        bool const is_mover = here.mover_goes_on && t == mover_;
        bool const costs = !is_mover && (here.mover_goes_on || one.is_resting());
        if (costs)
            dear[dear_count++] = {t, 1};
        else
            here.list[here.count++] = {t, 0};
    }
    std::copy_n(dear.begin(), dear_count,
                here.list.begin() + static_cast<std::ptrdiff_t>(here.count));
    here.count += dear_count;
}

// Equal states have equal futures: the histories, the scenario's own variables, and what the choice
// points to come depend on.
fingerprint run::state(crossroads const& here) noexcept {
    fingerprint sum = mix(thread(0).history);
    for (std::size_t t = 1; t < threads_.size(); ++t) {
        bool const goes_on = here.mover_goes_on && mover_ == t;
        sum += mix(mix(thread(t).history, role_of(t)), thread(t).spin_fingerprint() + goes_on * 4u);
    }
    // Whether plain data was made anew before or after a thread wrote it is in no history then.
    if (!settings().making_is_an_access) sum = mix(sum, memory_.situation(threads_.size() - 1));
    sum = mix(sum, here.somebody_active ? 1u : 0u);
    sum = mix(sum, rest_of_budgets());
    // Such as who came in which order: no history says it.
    return mix(sum, variables());
}

} // namespace kev::checker
