/// @file
/// How a spinner passes its time, and for how long.
#pragma once

#include <kev/world.hpp>

namespace kev::lab08 {

/// The patience of one attempt. First come a few bursts of pauses, each twice as long as the burst before.
/// Then the thread yields its processor `Yields` times, because the owner may need it. Lab 03's
/// yielding_mutex has the same shape, which comes from parking_lot.
template <int Yields>
class basic_back_off {
public:
    static constexpr int bursts = 3;

    bool begun() const noexcept { return round_ != 0; }
    bool in_bursts() const noexcept { return round_ < bursts; }
    bool is_over() const noexcept { return round_ == bursts + Yields; }

    /// One round. Only while it is not over.
    void pass_time() noexcept {
        int const round = round_++;
        if (round >= bursts) return kev::yield();
        for (int pause = 0; pause < (2 << round); ++pause) kev::relax();
    }

private:
    int round_ = 0;
};

/// The patience of a thread that wants a mutex.
using back_off = basic_back_off<7>;
/// The patience of a thread that wants a permit of a semaphore. More yields brought no more turns, and longer waits
/// (cost.md, "Levers tried").
using brief_back_off = basic_back_off<1>;

} // namespace kev::lab08
