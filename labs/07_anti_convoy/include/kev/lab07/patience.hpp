/// @file
/// How long other threads may overtake the heir of a bounded_mutex.
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/world.hpp>

namespace kev::lab07 {

/// The time for which other threads may overtake the heir: a tenth of a millisecond. Only the owner of the lock
/// accesses this object.
///
/// Reading the clock costs more than an uncontended lock, so the owner does not read it at every overtaking: at each of
/// the first sixteen, and then at every sixteenth. So the lock is handed over after at most the time and sixteen more
/// turns. If those turns last no longer than the sixteen before them, the sum is at most twice the time.
class overtaking_budget {
public:
    /// How often a thread looks at the lock before it sleeps: three bursts of pauses, and no yield. A thread that yields
    /// is not in the line. The scheduler decides how long it is away, often some milliseconds, and no patience bounds
    /// that.
    static constexpr int looks = 3;

    static constexpr std::int64_t nanoseconds = 100'000;

    /// There is a new heir.
    void begin() noexcept {
        since_.write(now());
        overtakings_.write(0);
    }

    /// Counts one more overtaking of the heir.
    /// @return whether the heir has been overtaken for long enough, so that the lock must be handed over.
    bool is_over() noexcept {
        std::uint32_t const times = overtakings_.read() + 1;
        overtakings_.write(times);
        if (times > 16 && times % 16 != 0) return false;
        return now() - since_.read() >= nanoseconds;
    }

private:
    static std::chrono::nanoseconds::rep now() noexcept {
        return std::chrono::nanoseconds(kev::clock::now().time_since_epoch()).count();
    }

    kev::shared<std::chrono::nanoseconds::rep> since_{0};
    kev::shared<std::uint32_t> overtakings_{0};
};

} // namespace kev::lab07
