#include <kev/lab06/model/run_table.hpp>

namespace kev::lab06 {

wait_table const& process_table() noexcept {
    return in_model::run_table::current();
}

} // namespace kev::lab06
