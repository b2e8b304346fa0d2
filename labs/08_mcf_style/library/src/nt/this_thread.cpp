#include <kev/lab08/this_thread.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::lab08 {

std::uintptr_t this_thread() noexcept {
    return GetCurrentThreadId();
}

} // namespace kev::lab08
