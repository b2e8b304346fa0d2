// A fiber begins the initialization of a static object, and another thread goes on with the fiber. The fiber's first thread then
// asks for the same object, and has to wait until it is made. Ends with 0 if both have it.
#include "fibers.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

namespace {

std::atomic<bool> goes_on{false};

int make() {
    switch_stacks(); // comes back in the other thread
    goes_on = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50)); // the first thread is to wait
    return 42;
}

int object() {
    static int const value = make();
    return value;
}

std::atomic<int> in_fiber{0};

void run_fiber() {
    in_fiber = object();
    switch_stacks();
}

} // namespace

int main() {
    begin_second_stack(run_fiber);
    switch_stacks(); // comes back when the initialization has begun
    std::thread other(take_second_stack);
    while (!goes_on) std::this_thread::yield();
    int const here = object();
    other.join();
    std::printf("%d, in the fiber %d\n", here, in_fiber.load());
    return here == 42 && in_fiber == 42 ? 0 : 1;
}
