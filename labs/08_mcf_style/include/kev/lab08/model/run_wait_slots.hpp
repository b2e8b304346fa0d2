/// @file
/// The wait slots of one run of a checker.
#pragma once

#include <array>

#include <kev/lab08/wait_slots.hpp>

namespace kev::lab08::in_model {

/// A scenario with a condition variable in it has this as one of its first members: while it lives, its
/// slots are those that place_of() finds. They are few, so that a short run goes round the table.
class run_wait_slots {
public:
    static constexpr state_t size = 4;

    run_wait_slots() noexcept { current_ = this; }
    run_wait_slots(run_wait_slots const&) = delete;
    run_wait_slots& operator=(run_wait_slots const&) = delete;

    static wait_place place(void const* condition, state_t position) noexcept {
        // Counted from here, the address is the same in each run of the program.
        auto const address = reinterpret_cast<std::uintptr_t>(condition) -
                             reinterpret_cast<std::uintptr_t>(current_);
        return {current_->slots_[position % size], slot_owner(address, position / size)};
    }

private:
    inline static run_wait_slots* current_ = nullptr;

    std::array<wait_slot, size> slots_{wait_slot{0, "slot[0]"}, wait_slot{0, "slot[1]"},
                                       wait_slot{0, "slot[2]"}, wait_slot{0, "slot[3]"}};
};

} // namespace kev::lab08::in_model
