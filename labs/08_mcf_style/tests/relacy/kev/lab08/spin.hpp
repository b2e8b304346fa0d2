/// @file
/// spin.hpp for the Relacy programs: no bursts, and two rounds at most. A random scheduler would hardly ever let a
/// thread spin through all of them while the owner stands still, and so never try what comes after.
#pragma once

#include <cstdint>

#include <kev/world.hpp>

namespace kev::lab08 {

template <int Yields>
class basic_spin_budget {
public:
    static constexpr int bursts = 0;

    bool begun() const noexcept { return round_ != 0; }
    bool in_bursts() const noexcept { return false; }
    bool is_over() const noexcept { return round_ == rounds; }

    void pass_time() noexcept {
        ++round_;
        kev::yield();
    }

private:
    static constexpr int rounds = Yields < 2 ? Yields : 2;

    int round_ = 0;
};
using spin_budget = basic_spin_budget<7>;

using spin_seat = kev::atomic<std::uint8_t>;
spin_seat& seat_of(void const* lock, unsigned spinner) noexcept;

} // namespace kev::lab08
