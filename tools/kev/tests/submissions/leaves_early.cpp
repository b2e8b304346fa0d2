// 03/plain-data fails: ended before
// ends the program before main()
#include <cstdio>
#include <unistd.h>
namespace {
int const done = [] {
    std::puts("[]");
    std::fflush(stdout);
    _exit(0);
    return 0;
}();
} // namespace
// In the starter:
