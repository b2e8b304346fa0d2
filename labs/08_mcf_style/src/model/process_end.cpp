// A model has no end of the process: the threads of a scenario all run to their end.
#include <kev/lab08/process_end.hpp>

namespace kev::lab08 {

void end_process_if_no_waker_is_left() noexcept {}

} // namespace kev::lab08
