// 03/plain-data fails: does not compile
// keeps the compiler busy
namespace {
template <int N>
struct deeper {
    static constexpr int value = deeper<N + 1>::value;
};
int const depth = deeper<0>::value;
} // namespace
// In the starter:
