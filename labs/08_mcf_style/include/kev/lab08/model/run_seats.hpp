/// @file
/// The spinners' seats of one run of a checker.
#pragma once

#include <array>

#include <kev/lab08/spin.hpp>

namespace kev::lab08::in_model {

/// A scenario with a mutex in it has this as its first member: while it lives, its seats are those that
/// seat_of() returns. All locks of the scenario share them.
class run_seats {
public:
    run_seats() noexcept { current_ = this; }
    run_seats(run_seats const&) = delete;
    run_seats& operator=(run_seats const&) = delete;

    static spin_seat& seat(unsigned spinner) noexcept { return current_->seats_[spinner]; }

private:
    inline static run_seats* current_ = nullptr;

    std::array<spin_seat, 4> seats_{spin_seat{0, "told[0]"}, spin_seat{0, "told[1]"},
                                    spin_seat{0, "told[2]"}, spin_seat{0, "told[3]"}};
};

} // namespace kev::lab08::in_model
