// Windows: the system's own fibers. A hand-written switch would have to know the thread information
// block (stack limits, exception chain); the system's does.
#include "../../context.hpp"

#include <new>

#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

namespace kev::checker {

namespace {

void __stdcall call(void* function) {
    reinterpret_cast<void (*)()>(function)();
}

} // namespace

void* host_context() {
    // Once for the thread that searches; there is only one. (GetCurrentFiber would do, too, but is an
    // inline function of the SDK that GCC warns about.)
    static void* const here = ConvertThreadToFiber(nullptr);
    if (here == nullptr) throw std::bad_alloc();
    return here;
}

void* new_context(void* old, std::byte* /*stack*/, std::size_t size, void (*function)()) {
    // A fiber of the system cannot be started again.
    if (old != nullptr) DeleteFiber(old);
    void* const made = CreateFiberEx(size, size, 0, call, reinterpret_cast<void*>(function));
    if (made == nullptr) throw std::bad_alloc();
    return made;
}

void switch_context(void*& /*from*/, void* to) {
    SwitchToFiber(to);
}

std::byte const* stack_pointer(void* /*context*/) {
    return nullptr;
}

void drop_context(void* context) {
    if (context != nullptr) DeleteFiber(context);
}

std::byte* new_stack(std::size_t /*size*/) {
    return nullptr;
}

void drop_stack(std::byte* /*stack*/, std::size_t /*size*/) {}

} // namespace kev::checker
