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

/// Gives cores to threads. Each time costs a context switch. The machine knows nothing of locks: its user decides what a
/// thread does on its core.
class machine {
public:
    machine(parameters const& given, totals& counted);
    machine(machine const&) = delete;
    machine& operator=(machine const&) = delete;

    agenda& plans() noexcept { return plans_; }
    std::vector<simulated_thread>& threads() noexcept { return threads_; }
    std::vector<simulated_thread> const& threads() const noexcept { return threads_; }
    simulated_thread& operator[](thread_index who) noexcept { return threads_[who]; }

    /// The number of threads that exist.
    std::size_t population() const noexcept { return threads_.size() - unused_.size(); }

    /// Makes a thread that has no core yet.
    thread_index create();

    /// A thread comes from outside. It runs at once if a core is idle, and otherwise waits for a core.
    /// @return whether it runs.
    bool walk_in(ticks now, thread_index who);

    /// Lets a running thread do `what` next, for `length`. With `for_ever` it does so until another event stops it.
    void start(ticks now, thread_index who, activity what, ticks length);

    /// Ends the present step of a thread before its time. The thread keeps its core.
    void stop(thread_index who) noexcept { ++threads_[who].step_stamp; }

    /// If the thread is running and spinning, counts the time for which it has spun.
    void note_spin(ticks now, thread_index who) noexcept {
        simulated_thread const& thread = threads_[who];
        if (thread.where == place::on_a_core && thread.doing == activity::spinning)
            counted_.spun += now - thread.since;
    }

    /// Queues a thread for a core. When it runs, it will do `what` for `length`. A woken thread goes first if the machine
    /// boosts woken threads.
    void want_core(ticks now, thread_index who, activity what, ticks length, bool was_woken);

    /// Takes the core from a running thread that sleeps, or that has ended.
    void sleep(ticks now, thread_index who);
    void end(ticks now, thread_index who);

    /// Whether the event, the end of a step or of a time slice, is still up to date.
    bool is_due(event const& what) const noexcept;

    /// A time slice is over: the thread loses its core if another thread wants one.
    void end_of_slice(ticks now, thread_index who);

    /// A context switch is finished: the time slice of the thread begins.
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
