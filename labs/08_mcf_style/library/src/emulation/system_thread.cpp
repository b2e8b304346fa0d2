#include <kev/library/system_thread.hpp>

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <kev/library/this_thread.hpp>
#endif

namespace kev::library {

std::uintmax_t system_thread() noexcept {
#ifdef __linux__
    // glibc has gettid() since 2.30 only.
    return static_cast<std::uintmax_t>(syscall(SYS_gettid));
#else
    return this_thread();
#endif
}

} // namespace kev::library
