// 03/ways-in-and-out fails: hangs
// an endless loop before main()
namespace {
int const looped = [] {
    for (volatile int i = 0;; i = i + 1) {
    }
    return 0;
}();
}
// In the starter:
