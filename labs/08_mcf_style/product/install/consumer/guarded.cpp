// A static object whose guard is ours: its first byte is 1, as the ABI says, and the C++ library's guards look the same.
// What tells them apart is an initialisation that needs itself: ours ends the program, so this program only says that the
// object is made once by several threads.
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
