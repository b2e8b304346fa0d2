// A static object whose guard is ours: its first byte is 1, as the ABI says, and the C++ library's guards look the same.
// They differ in an initialization that needs itself: ours ends the program. So this program only tests that several
// threads make the object once.
#include <atomic>
#include <thread>
#include <vector>

namespace {

std::atomic<int> made{0};

int use() {
    static int const number = ++made;
    return number;
}

} // namespace

int main() {
    std::vector<std::thread> all;
    std::atomic<int> sum{0};
    for (int i = 0; i < 4; ++i) all.emplace_back([&] { sum += use(); });
    for (std::thread& one : all) one.join();
    return made == 1 && sum == 4 ? 0 : 1;
}
