// The lab's question whether the process is ending, answered with no: linked into a second copy of the DLL, to see that the
// question is needed.
#include <kev/lab08/process_end.hpp>

namespace kev::lab08 {

bool process_is_ending() noexcept {
    return false;
}

void end_process_if_no_waker_is_left() noexcept {}

} // namespace kev::lab08
