#include <kev/library/this_thread.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::library {

std::uintptr_t this_thread() noexcept {
    return GetCurrentThreadId();
}

} // namespace kev::library
