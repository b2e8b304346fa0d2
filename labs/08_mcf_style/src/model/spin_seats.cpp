#include <kev/lab08/model/run_seats.hpp>

namespace kev::lab08 {

spin_seat& seat_of(void const* /*lock*/, unsigned spinner) noexcept {
    return in_model::run_seats::seat(spinner);
}

} // namespace kev::lab08
