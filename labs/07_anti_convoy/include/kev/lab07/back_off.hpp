/// @file
/// What a thread does between two looks at a lock that it expects to get soon.
#pragma once

#include <kev/world.hpp>

namespace kev::lab07 {

/// A few doubling bursts of pauses, then yields, as in lab 03's yielding_mutex. The owner of the lock may be the thread
/// that needs the processor.
class doubling_back_off {
public:
    /// Waits a moment, a little longer each time. Does not sleep.
    void pause() noexcept {
        if (round_ >= bursts) return kev::yield();
        for (int i = 0; i < (2 << round_); ++i) kev::relax();
        ++round_;
    }

private:
    static constexpr int bursts = 3;
    int round_ = 0;
};

/// A back-off that ends: after some rounds the thread should sleep.
class bounded_back_off {
public:
    explicit bounded_back_off(int rounds) noexcept : left_(rounds) {}

    /// Waits a moment.
    /// @return false, without waiting, if all rounds are used up.
    bool pause() noexcept {
        if (left_ == 0) return false;
        --left_;
        pauses_.pause();
        return true;
    }

private:
    doubling_back_off pauses_;
    int left_;
};

} // namespace kev::lab07
