// Any POSIX system. Slower than the hand-written switch: it saves the signal mask each time.
#include "../../context.hpp"

#include <ucontext.h>

namespace kev::checker {

void* host_context() {
    return new ucontext_t;
}

void* new_context(void* old, std::byte* stack, std::size_t size, void (*function)()) {
    auto* const made = old != nullptr ? static_cast<ucontext_t*>(old) : new ucontext_t;
    getcontext(made);
    made->uc_stack.ss_sp = stack;
    made->uc_stack.ss_size = size;
    made->uc_link = nullptr;
    makecontext(made, function, 0);
    return made;
}

void switch_context(void*& from, void* to) {
    swapcontext(static_cast<ucontext_t*>(from), static_cast<ucontext_t*>(to));
}

std::byte const* stack_pointer(void* /*context*/) {
    return nullptr;
}

void drop_context(void* context) {
    delete static_cast<ucontext_t*>(context);
}

} // namespace kev::checker
