/// @file
/// How a spinner passes its time, and how much of it there is.
#pragma once

#include <kev/world.hpp>

namespace kev::lab08 {

/// The patience of one attempt to lock: a few bursts of pauses, each twice as long as the one before,
/// then offers of the processor to others. The owner may be the one who needs it. The shape is that of
/// lab 03's yielding_mutex, which has it from parking_lot.
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
