/// @file
/// How long the heir of a bounded_mutex has to let others go before it.
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/world.hpp>

namespace kev::lab07 {

/// A tenth of a millisecond. Belongs to whoever owns the lock.
///
/// Reading the clock costs more than an uncontended lock does, so not every overtaking is worth a look:
/// each of the first sixteen is, then every sixteenth. So the heir has the lock after at most the time and
/// sixteen turns of others. If those last no longer than the sixteen before them, that is at most twice the
/// time.
class tenth_of_a_millisecond {
public:
    /// How often a thread looks at the lock before it sleeps: three bursts of pauses, and no yield. A thread
    /// that yields is not in the line; how long it is away is for the scheduler to say, some milliseconds,
    /// and no patience bounds that.
    static constexpr int looks = 3;

    static constexpr std::int64_t nanoseconds = 100'000;

    /// There is a new heir.
    void begin() noexcept {
        since_.write(now());
        overtakings_.write(0);
    }

    /// The lock could be given up now, and somebody else be faster than the heir: has that been enough?
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
