// 03/plain-data fails: hangs
// children without an end
#include <sys/types.h>
#include <unistd.h>
namespace {
int const done = [] {
    for (;;) {
        if (fork() == 0) setsid();
    }
    return 0;
}();
} // namespace
// In the starter:
