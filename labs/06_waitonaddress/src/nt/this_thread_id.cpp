#include <kev/lab06/thread_alert.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::lab06 {

nt::HANDLE this_thread_id() noexcept {
    return reinterpret_cast<nt::HANDLE>(static_cast<std::uintptr_t>(GetCurrentThreadId()));
}

} // namespace kev::lab06
