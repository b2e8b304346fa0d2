// A thread_local object and a static object with a guard in one program. Where GCC emulates thread_local objects, each of the two
// needs what the other stands on.
#include <cstdio>

namespace {

thread_local int number = 1;

int say() {
    static int const said = std::puts("a static object");
    return said;
}

} // namespace

int main() {
    return number == 1 && say() >= 0 ? 0 : 1;
}
