/// @file
/// A thread of a round, as the others may see it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include <kev/soak/plan.hpp>
#include <kev/world.hpp>

namespace kev::soak {

/// The work of one place of a round. Several threads may hold the place in turn.
struct worker {
    worker(plan const& round, unsigned number) noexcept
        : about(round), random(round.seed + number), index(number) {}

    plan const& about;
    dice random;
    unsigned index;
    // Read by the watchdog, at any time; relaxed suffices, for they are only shown.
    std::atomic<char const*> doing{"nothing yet"};
    std::atomic<std::uint64_t> turns{0};
    std::atomic<std::uint64_t> took{0};   ///< attempts that got what they asked for
    std::atomic<std::uint64_t> failed{0}; ///< attempts that ran out of time
    std::atomic<std::uint64_t> waits{0};  ///< calls of the kernel, by the tallies of the threads

    void says(char const* what) noexcept {
        // relaxed: only shown.
        doing.store(what, std::memory_order_relaxed);
    }
    /// A time limit within the plan's.
    std::chrono::microseconds limit() noexcept {
        return std::chrono::microseconds(about.patience == 0 ? 0 : random.below(about.patience));
    }
    /// Whether this wait is to have a limit.
    bool may_give_up() noexcept { return !about.patient && random.one_in(2); }
    /// The work of a thread while it owns something: mostly nothing.
    void dawdle() noexcept {
        if (about.naps != 0 && random.one_in(about.naps))
            std::this_thread::sleep_for(std::chrono::microseconds(random.below(300)));
        else if (random.one_in(8))
            kev::yield();
        else
            for (unsigned i = random.below(40); i != 0; --i) kev::relax();
    }
    bool attempt(bool succeeded) noexcept {
        // relaxed: counts.
        (succeeded ? took : failed).fetch_add(1, std::memory_order_relaxed);
        return succeeded;
    }
};

} // namespace kev::soak
