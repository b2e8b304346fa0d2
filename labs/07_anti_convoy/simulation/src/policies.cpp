// The ways to release the lock. This is the only difference between a fair lock and an unfair one.
#include <kev/lab07/simulation/convoy.hpp>

namespace kev::lab07::simulation {

void convoy::pass_on() {
    if (thread_index const next = successor(); next != nobody) {
        hand_to(next);
        return;
    }
    if (given_.lock == policy::hand_off) return; // nobody waits
    if (!given_.spinners_first || spinners_.empty()) wake_first_sleeper();
    // A thread that spins on its core is faster than any thread that sleeps.
    if (thread_index const next = first_running_spinner(); next != nobody) take_by_spinning(next);
}

// The thread to which this release must give the lock. `nobody`: the lock becomes free.
thread_index convoy::successor() noexcept {
    if (given_.lock == policy::hand_off) {
        thread_index const spins = spinners_.first();
        thread_index const sleeps = sleepers_.first();
        if (spins == nobody || sleeps == nobody) return spins == nobody ? sleeps : spins;
        return machine_[spins].ticket < machine_[sleeps].ticket ? spins : sleeps;
    }
    // The owner decides, not the heir, which may have no core.
    return heir_ != nobody && now_ - heir_since_ >= given_.patience ? heir_ : nobody;
}

void convoy::hand_to(thread_index who) {
    simulated_thread& thread = machine_[who];
    ++totals_.hand_offs;
    if (thread.where == place::on_a_core && thread.doing == activity::spinning) {
        take_by_spinning(who);
        return;
    }
    owner_ = who;
    state_ = lock_state::handed_off;
    if (thread.where == place::asleep) {
        sleepers_.leave(who);
        wake(who);
    } else if (thread.next == activity::spinning) {
        spinners_.leave(who); // it has lost its core, and will be the owner when it runs
    }                         // otherwise it was woken before, and does not run yet
}

void convoy::wake_first_sleeper() {
    thread_index const who = sleepers_.first();
    if (who == nobody || (given_.wake_bit && on_their_way_ > 0)) return;
    sleepers_.leave(who);
    machine_[who].woken = true;
    ++on_their_way_;
    if (given_.lock == policy::bounded && heir_ == nobody) {
        heir_ = who;
        heir_since_ = now_;
    }
    wake(who);
}

void convoy::wake(thread_index who) {
    ++totals_.wakes;
    saw(who, happening::is_woken);
    machine_.want_core(now_, who, activity::trying, 0, true);
}

void convoy::take_by_spinning(thread_index who) {
    spinners_.leave(who);
    machine_.note_spin(now_, who);
    machine_.stop(who);
    ++totals_.spins_won;
    if (advice_ != nullptr) advice_->spin_paid();
    enter(who);
}

thread_index convoy::first_running_spinner() noexcept {
    thread_index who = spinners_.first();
    while (who != nobody && machine_[who].where != place::on_a_core) who = machine_[who].behind;
    return who;
}

} // namespace kev::lab07::simulation
