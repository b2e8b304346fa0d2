// 03/plain-data fails: printed more than
// megabytes
#include <cstdio>
namespace {
int const done = [] {
    for (;;) std::puts("a line that says nothing, again and again and again and again");
    return 0;
}();
} // namespace
// In the starter:
