// What this library needs of libc besides pthread's objects.
#pragma once

#include <atomic>
#include <cstring>

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

namespace kev::interpose {

/// Whether libc has to do it: processes share the object, or KEV_LOCK asks for libc. Mutexes and reader/writer locks have
/// member functions of that name.
bool is_libcs(pthread_cond_t* condition) noexcept;
bool is_libcs(sem_t* semaphore) noexcept;

/// Writes a message before main(), when the C library may not be ready for more than write() and _exit().
inline void say(char const* text) noexcept {
    if (write(STDERR_FILENO, text, std::strlen(text)) < 0) _exit(2);
}

/// The function of that name in the libraries that were loaded after this one: libc's, which this library hides from the
/// program. `Function` is the same function by
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
