/// @file
/// The simulated computer: cores, and threads that want them.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include <kev/lab07/simulation/agenda.hpp>
#include <kev/lab07/simulation/parameters.hpp>
#include <kev/lab07/simulation/simulated_thread.hpp>
#include <kev/lab07/simulation/totals.hpp>

namespace kev::lab07::simulation {

/// Gives cores to threads, for a context switch each time. Knows nothing of locks: what a thread does
/// on its core, and what follows, is its user's business.
class machine {
public:
    machine(parameters const& given, totals& counted);
    machine(machine const&) = delete;
    machine& operator=(machine const&) = delete;

    agenda& plans() noexcept { return plans_; }
    std::vector<simulated_thread>& threads() noexcept { return threads_; }
    std::vector<simulated_thread> const& threads() const noexcept { return threads_; }
    simulated_thread& operator[](thread_index who) noexcept { return threads_[who]; }

    /// Threads that exist.
    std::size_t population() const noexcept { return threads_.size() - unused_.size(); }

    /// A new thread that has no core yet.
    thread_index create();

    /// A thread comes from outside: it runs already if a core is idle, else it waits for one.
    /// @return whether it runs.
    bool walk_in(ticks now, thread_index who);

    /// A running thread does this next, for so long; `for_ever` is until something else happens to it.
    void start(ticks now, thread_index who, activity what, ticks length);

    /// What it does ends before its time; it keeps its core.
    void stop(thread_index who) noexcept { ++threads_[who].step_stamp; }

    /// Counts the time for which a running thread has spun, if that is what it does.
    void note_spin(ticks now, thread_index who) noexcept {
        simulated_thread const& thread = threads_[who];
        if (thread.where == place::on_a_core && thread.doing == activity::spinning)
            counted_.spun += now - thread.since;
    }

    /// A thread that has no core wants one; it will do `what`, for `length`, when it runs. Those who were
    /// woken go first if the machine boosts them.
    void want_core(ticks now, thread_index who, activity what, ticks length, bool was_woken);

    /// A running thread gives up its core, to sleep or because it has ended.
    void sleep(ticks now, thread_index who);
    void end(ticks now, thread_index who);

    /// The event of a step's end, or of a slice's: whether it still means anything.
    bool is_due(event const& what) const noexcept;

    /// A time slice is over: the thread loses its core if another wants it.
    void end_of_slice(ticks now, thread_index who);

    /// A thread's switch is done: its time slice begins.
    void begin_slice(ticks now, thread_index who);

private:
    void leave_core(ticks now, thread_index who);
    void switch_in(ticks now, thread_index who);

    ticks context_switch_;
    ticks time_slice_;
    bool boost_;
    std::size_t idle_cores_;
    totals& counted_;
    agenda plans_;
    std::vector<simulated_thread> threads_;
    std::vector<thread_index> unused_;
    std::deque<thread_index> want_cores_;
    std::uint64_t created_ = 0;
};

} // namespace kev::lab07::simulation
