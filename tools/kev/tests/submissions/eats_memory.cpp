// 03/plain-data fails: crashed
// memory without an end
#include <cstdlib>
#include <cstring>
namespace {
int const done = [] {
    for (;;) std::memset(std::malloc(1 << 26), 1, 1 << 26);
    return 0;
}();
} // namespace
// In the starter:
