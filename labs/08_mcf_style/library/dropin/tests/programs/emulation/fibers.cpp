#include "../fibers.hpp"

#include <array>

#include <ucontext.h>

namespace {

ucontext_t first;
ucontext_t second;
bool on_second = false;
std::array<char, 1 << 18> stack;

} // namespace

void begin_second_stack(void (*function)()) {
    getcontext(&second);
    second.uc_stack.ss_sp = stack.data();
    second.uc_stack.ss_size = stack.size();
    second.uc_link = &first;
    makecontext(&second, function, 0);
}

void switch_stacks() {
    on_second = !on_second;
    if (on_second)
        swapcontext(&first, &second);
    else
        swapcontext(&second, &first);
}

void take_second_stack() {
    switch_stacks();
}
