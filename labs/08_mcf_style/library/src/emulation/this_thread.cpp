#include <kev/library/this_thread.hpp>

#include <bit>

#include <pthread.h>

namespace kev::library {

// Unlike the address of a thread_local object, this allocates nothing in a library that was loaded later.
std::uintptr_t this_thread() noexcept {
    return std::bit_cast<std::uintptr_t>(pthread_self());
}

} // namespace kev::library
