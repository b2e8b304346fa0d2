/// @file
/// The simulation of one lock and the threads that come for it.
#pragma once

#include <cstddef>
#include <vector>

#include <kev/lab07/simulation/machine.hpp>
#include <kev/lab07/simulation/parameters.hpp>
#include <kev/lab07/simulation/random.hpp>
#include <kev/lab07/simulation/spin_advice.hpp>
#include <kev/lab07/simulation/totals.hpp>

namespace kev::lab07::simulation {

/// A discrete-event simulation of one lock under load. It uses no threads, files or clocks, so it can run anywhere, even in a
/// web page. Construct it, call run_until() as often as a picture needs a point, and read the totals.
///
/// The idea, and the numbers of the defaults: J. Duffy, "Anti-convoy locks in Windows Server 2003 SP1 and
/// Windows Vista" (2006).
class convoy {
public:
    /// Throws std::invalid_argument with the text of fault_of() if the parameters have a fault. The watcher and the advice,
    /// if any, must outlive the simulation.
    explicit convoy(parameters given, watcher* watching = nullptr, spin_advice* advice = nullptr);

    /// Simulates all events until `end`, that moment included. `end` must not be in the past.
    void run_until(ticks end);

    ticks now() const noexcept { return now_; }

    /// The number of threads that have arrived and do not own the lock, awake or asleep.
    std::size_t waiting() const noexcept { return waiting_; }

    totals const& so_far() const noexcept { return totals_; }

    /// How often each thread has had the lock. In a closed system this shows fairness.
    std::vector<std::uint64_t> turns() const;

private:
    enum class lock_state : std::uint8_t { free, held, handed_off };

    void pass_time(ticks until) noexcept;
    void handle(event const& what);
    void next_arrival();
    void step_done(thread_index who);
    void runs(thread_index who);

    void arrive(thread_index who);
    void wait(thread_index who);
    void sleep(thread_index who);
    void enter(thread_index who);
    void note_wait(simulated_thread& thread) noexcept;
    void release(thread_index who);

    void pass_on();
    thread_index successor() noexcept;
    void hand_to(thread_index who);
    void wake_first_sleeper();
    void wake(thread_index who);
    void take_by_spinning(thread_index who);
    thread_index first_running_spinner() noexcept;
    ticks gap() noexcept;
    void saw(thread_index who, happening what);

    parameters const given_;
    watcher* const watching_;
    spin_advice* const advice_;
    random_source random_;
    totals totals_;
    machine machine_;
    ticks now_ = 0;
    std::size_t arrivals_planned_ = 0;
    bool disturbed_ = false;
    // The lock.
    lock_state state_ = lock_state::free;
    thread_index owner_ = nobody;
    thread_index heir_ =
        nobody; ///< bounded: the thread that was woken and does not have the lock yet
    ticks heir_since_ = 0;
    std::size_t waiting_ = 0;
    std::size_t on_their_way_ = 0; ///< threads that were woken and do not run yet
    std::uint64_t tickets_ = 0;
    line sleepers_;
    line spinners_; ///< by their tickets; a spinner that has lost its core keeps its place
};

} // namespace kev::lab07::simulation
