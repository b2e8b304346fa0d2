// The thread_local objects of a thread where GCC emulates them, and their destructors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kev::dropin {

#ifdef __i386__
// On 32-bit Windows a destructor gets its object in a register. __extension__: pedantic GCC warns that this convention
// is for functions of a class.
__extension__ typedef void(__attribute__((__thiscall__)) * destructor_call)(void*);
#else
using destructor_call = void (*)(void*);
#endif

// Places for objects, by their numbers. Ends the program if there is no memory: the use of an object cannot fail.
class thread_locals {
public:
    // Null until it is set. The reference is good until the next call.
    void*& place(std::uintptr_t number) noexcept;
    static void* make(std::size_t size, std::size_t alignment) noexcept;
    void free_all() noexcept;

private:
    void** places_ = nullptr;
    std::uintptr_t size_ = 0;
};

struct pending_destructor {
    destructor_call destructor;
    void* object;
    pending_destructor* next;
};

} // namespace kev::dropin
