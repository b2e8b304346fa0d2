#include <kev/lab08/model/run_wait_slots.hpp>

namespace kev::lab08 {

wait_place place_of(void const* condition, state_t position) noexcept {
    return in_model::run_wait_slots::place(condition, position);
}

state_t number_of_wait_slots() noexcept {
    return in_model::run_wait_slots::size;
}

} // namespace kev::lab08
