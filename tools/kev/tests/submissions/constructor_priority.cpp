// 03/plain-data fails: one compiler
// a constructor that runs before all others
namespace {
struct first {
    first() {}
};
[[gnu::init_priority(101)]] first const early;
} // namespace
// In the starter:
