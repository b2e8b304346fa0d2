#include <kev/lab08/forked_child.hpp>

namespace kev::lab08 {

void run_in_forked_children(void (* /*repair*/)()) noexcept {}

} // namespace kev::lab08
