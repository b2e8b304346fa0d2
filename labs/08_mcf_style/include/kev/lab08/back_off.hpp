/// @file
/// How a spinner passes its time, and for how long.
#pragma once

#include <kev/world.hpp>

namespace kev::lab08 {

/// The patience of one attempt to lock. First come a few bursts of pauses, each twice as long as the burst
/// before. Then the thread yields its processor a few times, because the owner may need it. Lab 03's
/// yielding_mutex has the same shape, which comes from parking_lot.
class back_off {
public:
    bool begun() const noexcept { return round_ != 0; }
    bool is_over() const noexcept { return round_ == rounds; }

    /// One round. Only while it is not over.
    void pass_time() noexcept {
        int const round = round_++;
        if (round >= bursts) return kev::yield();
        for (int pause = 0; pause < (2 << round); ++pause) kev::relax();
    }

private:
    static constexpr int bursts = 3;
    static constexpr int rounds = 10;

    int round_ = 0;
};

} // namespace kev::lab08
