// The functions of libc that this library hides from the program.
#pragma once

#include <atomic>

#include <dlfcn.h>

namespace kev::interpose {

/// The function of that name in the libraries that were loaded after this one: libc's. `Function` is the same function by
/// its declaration, and only its type is used.
template <auto* Function>
auto libc_function(char const* name) noexcept -> decltype(Function) {
    static constinit std::atomic<void*> found{nullptr};
    // relaxed: every thread finds the same address, and nothing else is read through it.
    void* function = found.load(std::memory_order_relaxed);
    if (function == nullptr) {
        function = dlsym(RTLD_NEXT, name);
        found.store(function, std::memory_order_relaxed); // relaxed: as above
    }
    return reinterpret_cast<decltype(Function)>(function);
}

} // namespace kev::interpose

/// Calls libc's function of that name. A macro, because the name is needed as a string and as a declaration.
#define KEV_LIBC(name) (::kev::interpose::libc_function<&::name>(#name))
