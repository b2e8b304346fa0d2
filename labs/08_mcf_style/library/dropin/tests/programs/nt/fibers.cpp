#include "../fibers.hpp"

#include <windows.h>

namespace {

void* first = nullptr;
void* second = nullptr;
void (*function_of_second)() = nullptr;
bool on_second = false;

void WINAPI run(void*) {
    function_of_second();
    SwitchToFiber(first);
}

} // namespace

void begin_second_stack(void (*function)()) {
    function_of_second = function;
    first = ConvertThreadToFiber(nullptr);
    second = CreateFiber(0, run, nullptr);
}

void switch_stacks() {
    on_second = !on_second;
    SwitchToFiber(on_second ? second : first);
}

void take_second_stack() {
    first = ConvertThreadToFiber(nullptr);
    switch_stacks();
}
