/// @file
/// How a thread waits awake: for how long, and where it looks.
#pragma once

#include <cstdint>

#include <kev/world.hpp>

namespace kev::lab08 {

/// The patience of one attempt. First come a few bursts of pauses, each twice as long as the burst before. Then the thread
/// yields its processor `Yields` times, because the owner may need it. Source of the shape: parking_lot, as for lab 03's
/// yielding_mutex.
template <int Yields>
class basic_spin_budget {
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
using spin_budget = basic_spin_budget<7>;

/// The byte that one spinner polls instead of the lock's word. An unlocker makes it 1 to notify the spinner.
///
/// That is a hint and no promise. All locks of a module share the bytes: another lock's spinner may take the hint, and a hint
/// that comes late may reach the next spinner. A hint does not cross from a program to a DLL that has this lab in it as
/// well. So a spinner looks at the lock after a while in any case, and no thread's progress depends on this byte.
using spin_seat = kev::atomic<std::uint8_t>;

/// The seat of one of the four spinners of a lock, numbered from 0: in a static table, found by the lock's address. In the
/// models the seats belong to the scenario (model/run_seats.hpp).
spin_seat& seat_of(void const* lock, unsigned spinner) noexcept;

} // namespace kev::lab08
