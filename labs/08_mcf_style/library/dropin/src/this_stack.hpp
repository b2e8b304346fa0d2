// Which stack the caller runs on. A fiber takes its stack along when another thread goes on with it.
#pragma once

namespace kev::dropin {

// Whether this address of a function's frame, which has not returned, is on the stack that the caller runs on. False as well if
// the system cannot tell.
bool is_on_this_stack(void const* frame) noexcept;

} // namespace kev::dropin
