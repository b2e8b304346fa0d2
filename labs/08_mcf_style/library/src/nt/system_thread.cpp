#include <kev/library/system_thread.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::library {

std::uintmax_t system_thread() noexcept {
    return GetCurrentThreadId();
}

} // namespace kev::library
