/// @file
/// The state that a run keeps of each of its threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <kev/checker/fingerprint.hpp>
#include <kev/checker/source_place.hpp>

namespace kev::checker {

/// The calls of the kernel that one thread has made, as the native world counts them.
struct thread_tally {
    std::uint64_t waits = 0;
    std::uint64_t releases = 0;
    std::uint64_t sleeps = 0;
    std::uint64_t wakes = 0;
};

/// A step that only looks: at what, and where in the source.
struct look {
    void const* object = nullptr;
    source_place where;
    friend bool operator==(look const& a, look const& b) noexcept {
        return a.object == b.object && a.where.line == b.where.line &&
               std::string_view(a.where.file) == b.where.file;
    }
};

/// A thread of the model: what it has done in this run. Every run starts with a new state.
struct thread_state {
    enum class stage : std::uint8_t {
        starting, ///< new or just woken: runs up to its next step before any other thread moves
        ready,    ///< stands before its next step
        blocked,  ///< sleeps until another thread wakes it, or its time-out comes
        finished,
    };
    /// The effect that the thread's last relax() or yield() still has. See run::rest() and run::point().
    enum class pause : std::uint8_t {
        none,
        resting,    ///< waits for a change of what it has looked at
        bursting,   ///< was chosen while it rested, and spins on
        giving_way, ///< such a change has come already: the next thread to go costs nothing
    };

    stage at = stage::starting;
    pause paused = pause::none;
    std::uint32_t round = 1; ///< of looks: one more than it has come to a step after a pause
    bool disturbed = false;  ///< something that it has looked at in this round has changed since
    bool timed_out = false;  ///< its last sleep ended with a time-out
    std::optional<std::chrono::nanoseconds> deadline; ///< of the sleep
    fingerprint history = 0;
    fingerprint observed =
        0; ///< all that its steps have told it, in order: with its code, where it is
    fingerprint left_behind = 0; ///< the scenario's own variables, when it last stopped
    std::uint32_t made = 0;      ///< objects that it has made
    std::uint32_t wrote = 0;     ///< plain data that it has given another value, how often
    int burst = 0;               ///< looks of the burst
    fingerprint burst_place = 0; ///< where it was at the last look that repeated another
    fingerprint failed_at =
        0; ///< where it stood at its last weak compare-exchange, unless it has changed something
    bool fails_as_before = false; ///< it stands there again
    int pauses = 0;               ///< relax() and yield() since its last step
    look after_pause;             ///< the last step that came right after a pause
    std::string waits_in;         ///< for the report; empty unless recording
    thread_tally tally;

    bool is_resting() const noexcept { return paused == pause::resting; }
    bool is_bursting() const noexcept { return paused == pause::bursting; }
    bool is_asleep() const noexcept { return at == stage::blocked; }
    bool has_finished() const noexcept { return at == stage::finished; }

    /// The thread looks again, or stops to spin. A thread that gives way still does.
    void end_rest_and_burst() noexcept {
        if (is_resting() || is_bursting()) paused = pause::none;
    }
    /// The choice has been made.
    void stop_giving_way() noexcept {
        if (paused == pause::giving_way) paused = pause::none;
    }
    /// Decides whether the thread can go on, and what that costs. (Giving way is a property of
    /// the choice point: see crossroads.)
    std::uint64_t spin_fingerprint() const noexcept { return is_resting() + is_bursting() * 2u; }

    /// The thread goes on, and finds these values in the scenario's own variables. If other threads
    /// have changed them, this thread may find that out, and keep what it has found.
    void notice(fingerprint variables) noexcept {
        if (variables == left_behind) return;
        history = mix(history, variables);
        observed = mix(observed, variables);
    }
};

} // namespace kev::checker
