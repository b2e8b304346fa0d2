#include <kev/lab06/wait_on_address.hpp>

#include <kev/lab02/nt_error.hpp>
#include <kev/lab02/nt_status.hpp>

namespace kev::lab06 {

void watched_value::refuse(char const* why) {
    throw std::system_error(lab02::nt_error(nt::STATUS_INVALID_PARAMETER), why);
}

} // namespace kev::lab06
