// 03/ways-in-and-out fails: ended before
// ends the program well before main()
#include <cstdlib>
namespace {
int const ended = [] {
    std::exit(0);
    return 0;
}();
} // namespace
// In the starter:
