#include "../this_stack.hpp"

#include <functional>

#include <kev/native/windows_api.hpp>

namespace kev::dropin {

namespace {

// GCC 12 takes the system's own macro for an access to an array.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
NT_TIB const& limits_of_stack() noexcept {
    return *reinterpret_cast<NT_TIB const*>(NtCurrentTeb());
}
#pragma GCC diagnostic pop

} // namespace

// A switch of fibers changes the limits, too. The frame has called this function, so it lies above.
bool is_on_this_stack(void const* frame) noexcept {
    void const* const mine = __builtin_frame_address(0);
    return std::less<>()(mine, frame) && std::less<>()(frame, limits_of_stack().StackBase);
}

} // namespace kev::dropin
