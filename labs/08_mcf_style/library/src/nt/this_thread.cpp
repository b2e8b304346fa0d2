#include <kev/detail/this_thread.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::detail {

std::uintptr_t this_thread() noexcept {
    return GetCurrentThreadId();
}

} // namespace kev::detail
