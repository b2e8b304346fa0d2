#include <kev/lab08/system_thread.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::lab08 {

std::uintmax_t system_thread() noexcept {
    return GetCurrentThreadId();
}

} // namespace kev::lab08
