/// @file
/// A barrier: threads meet, again and again.
#pragma once

#include <cstddef>
#include <limits>
#include <mutex>
#include <utility>

#include <kev/abi.hpp>
#include <kev/condition_variable.hpp>
#include <kev/mutex.hpp>

#include <kev/quiet_begin.inc>

#include <kev/world.hpp>

namespace kev::inline v0_9 {

/// The default completion of a barrier: it does nothing between two phases.
struct nothing_to_complete {
    void operator()() const noexcept {}
};

/// A barrier; names and meaning as std::barrier. Six pointers in size with the usual completion. Trivially destructible if
/// the completion is.
///
/// It is a mutex, a condition variable, and three numbers that the mutex protects. The last thread to arrive calls the
/// completion, begins the next phase, and wakes the others, all with the mutex owned. A waiter waits for the *phase* to
/// change, and not for the count: a fast thread may have arrived for the next phase before a slow waiter looks.
///
/// The last thread that has come out of wait() may destroy the barrier: that thread has owned the mutex after the thread
/// that woke it. Two calls inside one another are not allowed: the completion must not use the barrier.
template <typename Completion = nothing_to_complete>
class barrier {
public:
    /// The phase in which a thread has arrived. It is for one wait().
    class arrival_token {
        friend barrier;
        explicit arrival_token(std::size_t phase) noexcept : phase_(phase) {}
        std::size_t phase_;
    };

    static constexpr std::ptrdiff_t(max)() noexcept {
        return (std::numeric_limits<std::ptrdiff_t>::max)();
    }

    /// So many threads meet. `completion` is called once a phase, by the thread that arrives last; it throws nothing.
    constexpr explicit barrier(std::ptrdiff_t expected,
                               Completion completion = Completion()) noexcept
        : expected_(expected, "expected"), missing_(expected, "missing"),
          completion_(std::move(completion)) {}
    barrier(barrier const&) = delete;
    barrier& operator=(barrier const&) = delete;

    /// Arrives `number` times, at most as often as threads are missing. Blocks for the mutex only.
    [[nodiscard]] arrival_token arrive(std::ptrdiff_t number = 1) noexcept {
        std::lock_guard const mine(mutex_);
        return arrive_owning(number);
    }

    /// Waits until the phase of `token` is over. Blocks without limit.
    void wait(arrival_token&& token) const noexcept {
        std::unique_lock mine(mutex_);
        wait_owning(mine, token);
    }

    /// Arrives, and waits for the others.
    void arrive_and_wait() noexcept {
        std::unique_lock mine(mutex_);
        wait_owning(mine, arrive_owning(1));
    }

    /// Arrives, and does not take part in the phases after this one.
    void arrive_and_drop() noexcept {
        std::lock_guard const mine(mutex_);
        expected_.write(expected_.read() - 1);
        arrive_owning(1);
    }

private:
    arrival_token arrive_owning(std::ptrdiff_t number) noexcept {
        arrival_token const token(phase_.read());
        std::ptrdiff_t const missing = missing_.read() - number;
        missing_.write(missing);
        if (missing == 0) begin_next_phase();
        return token;
    }

    void begin_next_phase() noexcept {
        completion_();
        missing_.write(expected_.read());
        phase_.write(phase_.read() + 1);
        // With the mutex owned: a thread that sees the new phase may destroy the barrier, and cannot see it before
        // this thread's last use, which is its unlock.
        changed_.notify_all();
    }

    void wait_owning(std::unique_lock<mutex>& mine, arrival_token const& token) const noexcept {
        changed_.wait(mine, [&] { return phase_.read() != token.phase_; });
    }

    // Mutable: wait() is const, as the standard's.
    mutable mutex mutex_{};
    mutable condition_variable changed_{};
    kev::shared<std::ptrdiff_t> expected_;
    kev::shared<std::ptrdiff_t> missing_;
    kev::shared<std::size_t> phase_{0, "phase"};
    Completion completion_;
};
// `kev::barrier meeting(3);` is meant: without this, -Wctad-maybe-unsupported doubts it.
barrier(std::ptrdiff_t)->barrier<>;
template <typename Completion>
barrier(std::ptrdiff_t, Completion) -> barrier<Completion>;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
