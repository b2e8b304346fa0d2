// 03/plain-data fails: hangs
// a destructor that does not return
namespace {
struct endless {
    ~endless() {
        for (int volatile forever = 1; forever != 0;) {
        }
    }
} const at_the_end;
} // namespace
// In the starter:
