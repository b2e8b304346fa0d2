#include <kev/lab08/this_thread.hpp>

namespace kev::lab08 {

namespace {
// Each thread has one, and no two are at one address. Initial-exec: even in a library that is loaded later, a thread's
// first use of it neither allocates nor asks the loader.
[[gnu::tls_model("initial-exec")]] constinit thread_local char const mine = 0;
} // namespace

std::uintptr_t this_thread() noexcept {
    return reinterpret_cast<std::uintptr_t>(&mine);
}

} // namespace kev::lab08
