// The life of a thread: it comes, waits, owns the lock, and leaves.
#include <kev/lab07/simulation/convoy.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace kev::lab07::simulation {

convoy::convoy(parameters given, watcher* watching, spin_advice* advice)
    : given_(std::move(given)), watching_(watching), advice_(advice), random_(given_.seed),
      machine_(given_, totals_), sleepers_(machine_.threads()), spinners_(machine_.threads()) {
    if (std::string_view const fault = fault_of(given_); !fault.empty())
        throw std::invalid_argument(std::string(fault));
    if (given_.threads == 0) {
        next_arrival();
        return;
    }
    for (unsigned i = 0; i < given_.threads; ++i) {
        // Each thread begins at a random place in its work. Otherwise all would come at once for the first time.
        ticks const rest = given_.interval == 0 ? 0 : random_.below(given_.interval);
        machine_.want_core(now_, machine_.create(), activity::working, rest, false);
    }
}

void convoy::run_until(ticks end) {
    while (machine_.plans().has_until(end)) {
        event const next = machine_.plans().take();
        pass_time(next.when);
        handle(next);
    }
    pass_time(end);
}

std::vector<std::uint64_t> convoy::turns() const {
    std::vector<std::uint64_t> counts;
    for (simulated_thread const& thread : machine_.threads()) counts.push_back(thread.turns);
    return counts;
}

void convoy::pass_time(ticks until) noexcept {
    if (until <= now_) return;
    ticks const passed = until - now_;
    totals_.waited += static_cast<double>(waiting_) * static_cast<double>(passed);
    switch (state_) {
    case lock_state::free:
        totals_.free += passed;
        break;
    case lock_state::held:
        totals_.held += passed;
        break;
    case lock_state::handed_off:
        totals_.handed_off += passed;
        break;
    }
    now_ = until;
}

void convoy::handle(event const& what) {
    ++totals_.events;
    if (what.kind == event_kind::arrival) {
        next_arrival();
        if (machine_.population() >= given_.most_threads) {
            ++totals_.turned_away;
        } else if (thread_index const who = machine_.create(); machine_.walk_in(now_, who)) {
            arrive(who);
        }
    } else if (machine_.is_due(what)) {
        if (what.kind == event_kind::step_end)
            step_done(what.thread);
        else
            machine_.end_of_slice(now_, what.thread);
    }
}

void convoy::next_arrival() {
    std::vector<ticks> const& first = given_.first_arrivals;
    std::size_t const number = arrivals_planned_++;
    machine_.plans().plan(number < first.size() ? first[number] : now_ + gap(),
                          event_kind::arrival);
}

void convoy::step_done(thread_index who) {
    switch (machine_[who].doing) {
    case activity::switching_in:
        runs(who);
        break;
    case activity::working:
        arrive(who);
        break;
    case activity::holding:
        release(who);
        break;
    case activity::spinning:
        spinners_.leave(who);
        machine_.note_spin(now_, who);
        ++totals_.spins_lost;
        if (advice_ != nullptr) advice_->spin_failed();
        sleep(who);
        break;
    case activity::arriving:
    case activity::trying:
        break; // these steps take no time
    }
}

// The context switch of the thread is finished.
void convoy::runs(thread_index who) {
    simulated_thread& thread = machine_[who];
    machine_.begin_slice(now_, who);
    saw(who, happening::runs);
    bool const was_woken = std::exchange(thread.woken, false);
    if (was_woken) --on_their_way_;
    if (thread.next == activity::holding || thread.next == activity::working) {
        machine_.start(now_, who, thread.next, thread.remaining);
    } else if (owner_ == who) {
        enter(who); // the lock was handed to it before it ran
    } else if (thread.next == activity::arriving) {
        arrive(who);
    } else if (thread.next == activity::spinning) {
        machine_.start(now_, who, activity::spinning, thread.remaining);
        if (owner_ == nobody) take_by_spinning(who);
    } else if (owner_ == nobody) {
        enter(who);
    } else {
        ++totals_.futile_wakes;
        wait(who);
    }
}

void convoy::arrive(thread_index who) {
    simulated_thread& thread = machine_[who];
    thread.arrived = now_;
    thread.ticket = tickets_++;
    thread.others_before = totals_.acquisitions;
    thread.line_before = waiting_;
    ++totals_.arrivals;
    saw(who, happening::arrives);
    if (owner_ == nobody) {
        enter(who);
        return;
    }
    thread.waiting = true;
    ++totals_.waits;
    totals_.most_waiting = std::max<std::uint64_t>(totals_.most_waiting, ++waiting_);
    wait(who);
}

void convoy::wait(thread_index who) {
    if (given_.spin == 0 || (advice_ != nullptr && !advice_->may_spin(spinners_.size()))) {
        sleep(who);
        return;
    }
    spinners_.join_by_ticket(who);
    machine_.start(now_, who, activity::spinning, given_.spin);
}

void convoy::sleep(thread_index who) {
    ++totals_.sleeps;
    saw(who, happening::sleeps);
    if (given_.lock == policy::hand_off)
        sleepers_.join_by_ticket(who);
    else if (who == heir_)
        sleepers_.join_at_the_front(who);
    else
        sleepers_.join_at_the_end(who); // also a thread that was woken in vain: the article says so
    machine_.sleep(now_, who);
}

void convoy::enter(thread_index who) {
    simulated_thread& thread = machine_[who];
    owner_ = who;
    state_ = lock_state::held;
    if (heir_ == who) heir_ = nobody;
    if (thread.waiting) note_wait(thread);
    ++totals_.acquisitions;
    ++thread.turns;
    saw(who, happening::acquires);
    bool const long_one = given_.disturb_hold > 0 && !disturbed_ && now_ >= given_.disturb_at;
    disturbed_ = disturbed_ || long_one;
    machine_.start(now_, who, activity::holding, long_one ? given_.disturb_hold : given_.hold);
}

void convoy::note_wait(simulated_thread& thread) noexcept {
    thread.waiting = false;
    --waiting_;
    totals_.longest_wait = std::max(totals_.longest_wait, now_ - thread.arrived);
    std::uint64_t const passed = totals_.acquisitions - thread.others_before;
    if (passed > thread.line_before)
        totals_.most_overtaken = std::max(totals_.most_overtaken, passed - thread.line_before);
}

void convoy::release(thread_index who) {
    saw(who, happening::releases);
    owner_ = nobody;
    state_ = lock_state::free;
    if (advice_ != nullptr && spinners_.empty() && sleepers_.empty() && on_their_way_ == 0)
        advice_->nobody_waits();
    pass_on();
    if (given_.threads == 0)
        machine_.end(now_, who);
    else
        machine_.start(now_, who, activity::working, gap());
}

ticks convoy::gap() noexcept {
    return given_.arrivals == spacing::random ? random_.exponential(given_.interval)
                                              : given_.interval;
}

void convoy::saw(thread_index who, happening what) {
    if (watching_ != nullptr) watching_->saw(now_, machine_[who].number, what);
}

} // namespace kev::lab07::simulation
