#include <kev/lab08/wait_table.hpp>

namespace kev::lab08 {

wait_table& shared_wait_table(wait_table& own) noexcept {
    return own;
}

} // namespace kev::lab08
