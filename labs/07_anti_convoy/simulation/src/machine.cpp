#include <kev/lab07/simulation/machine.hpp>

#include <limits>

namespace kev::lab07::simulation {

machine::machine(parameters const& given, totals& counted)
    : context_switch_(given.context_switch), time_slice_(given.time_slice), boost_(given.boost),
      idle_cores_(given.cores != 0 ? given.cores : std::numeric_limits<std::size_t>::max()),
      counted_(counted) {}

thread_index machine::create() {
    if (unused_.empty()) {
        unused_.push_back(static_cast<thread_index>(threads_.size()));
        threads_.emplace_back();
    }
    thread_index const who = unused_.back();
    unused_.pop_back();
    simulated_thread& made = threads_[who];
    // The stamps continue: an event of the last thread at this place must not count for the new thread.
    std::uint32_t const step = made.step_stamp + 1;
    std::uint32_t const slice = made.slice_stamp + 1;
    made = {};
    made.number = created_++;
    made.step_stamp = step;
    made.slice_stamp = slice;
    return who;
}

bool machine::walk_in(ticks now, thread_index who) {
    if (idle_cores_ == 0) {
        want_core(now, who, activity::arriving, 0, false);
        return false;
    }
    --idle_cores_;
    begin_slice(now, who);
    return true;
}

void machine::start(ticks now, thread_index who, activity what, ticks length) {
    simulated_thread& thread = threads_[who];
    thread.doing = what;
    thread.since = now;
    ++thread.step_stamp;
    thread.due = length == for_ever ? for_ever : now + length;
    if (thread.due != for_ever)
        plans_.plan(thread.due, event_kind::step_end, who, thread.step_stamp);
}

void machine::want_core(ticks now, thread_index who, activity what, ticks length, bool was_woken) {
    simulated_thread& thread = threads_[who];
    thread.where = place::wants_a_core;
    thread.next = what;
    thread.remaining = length;
    if (idle_cores_ > 0) {
        --idle_cores_;
        switch_in(now, who);
    } else if (was_woken && boost_) {
        want_cores_.push_front(who);
    } else {
        want_cores_.push_back(who);
    }
}

void machine::sleep(ticks now, thread_index who) {
    threads_[who].where = place::asleep;
    leave_core(now, who);
}

void machine::end(ticks now, thread_index who) {
    leave_core(now, who);
    unused_.push_back(who);
}

bool machine::is_due(event const& what) const noexcept {
    simulated_thread const& thread = threads_[what.thread];
    return what.stamp ==
           (what.kind == event_kind::slice_end ? thread.slice_stamp : thread.step_stamp);
}

void machine::end_of_slice(ticks now, thread_index who) {
    if (want_cores_.empty()) {
        begin_slice(now, who);
        return;
    }
    simulated_thread& thread = threads_[who];
    note_spin(now, who);
    ++counted_.preemptions;
    thread.where = place::wants_a_core;
    thread.next = thread.doing;
    thread.remaining = thread.due == for_ever ? for_ever : thread.due - now;
    want_cores_.push_back(who);
    leave_core(now, who);
}

void machine::begin_slice(ticks now, thread_index who) {
    simulated_thread& thread = threads_[who];
    thread.where = place::on_a_core;
    if (time_slice_ > 0)
        plans_.plan(now + time_slice_, event_kind::slice_end, who, ++thread.slice_stamp);
}

void machine::leave_core(ticks now, thread_index who) {
    ++threads_[who].step_stamp;
    ++threads_[who].slice_stamp;
    if (want_cores_.empty()) {
        ++idle_cores_;
        return;
    }
    thread_index const next = want_cores_.front();
    want_cores_.pop_front();
    switch_in(now, next);
}

void machine::switch_in(ticks now, thread_index who) {
    ++counted_.switches;
    start(now, who, activity::switching_in, context_switch_);
}

} // namespace kev::lab07::simulation
