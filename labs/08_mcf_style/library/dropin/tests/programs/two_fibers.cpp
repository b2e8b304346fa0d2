// Two fibers of a thread are each in the initialization of a static object. The first one's fails, and is tried again while
// the second one's goes on. Ends with 0 if both objects are made.
#include "fibers.hpp"

#include <cstdio>
#include <stdexcept>

namespace {

int tries = 0;

int make_first() {
    ++tries;
    if (tries > 1) return 1;
    switch_stacks();
    throw std::runtime_error("the first attempt");
}
int make_second() {
    switch_stacks();
    return 2;
}

int first() {
    static int const value = make_first();
    return value;
}

int second_made = 0;

void second() {
    static int const value = make_second();
    second_made = value;
    switch_stacks();
}

} // namespace

int main() {
    begin_second_stack(second);
    int failures = 0;
    try {
        first();
    } catch (std::runtime_error const&) {
        ++failures;
    }
    int const first_made = first();
    switch_stacks();
    std::printf("failures: %d, made: %d and %d\n", failures, first_made, second_made);
    return failures == 1 && first_made == 1 && second_made == 2 ? 0 : 1;
}
