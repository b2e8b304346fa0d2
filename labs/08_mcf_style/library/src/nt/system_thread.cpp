#include <kev/detail/system_thread.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::detail {

std::uintmax_t system_thread() noexcept {
    return GetCurrentThreadId();
}

} // namespace kev::detail
