/// @file
/// How long the heir of a bounded_mutex lets others go before it.
#pragma once

#include <chrono>

#include <kev/world.hpp>

namespace kev::lab07 {

/// Half a millisecond from when it was made. A hand-over to a thread that sleeps costs some
/// microseconds; at most one each half millisecond is at most one per cent.
class half_a_millisecond {
public:
    /// How often any thread looks at the lock before it sleeps.
    static constexpr int looks = 10;

    /// Reads the clock.
    bool is_over() const noexcept {
        return kev::clock::now() - since_ >= std::chrono::microseconds(500);
    }

private:
    kev::clock::time_point since_ = kev::clock::now();
};

} // namespace kev::lab07
