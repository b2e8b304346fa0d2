// Threads that each use a thread_local object with a destructor. Ends with 0 if each destructor found its object whole.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr unsigned whole = 0xC0FFEE;
constexpr int rounds = 20;
constexpr int threads = 8;

std::atomic<int> good{0};
std::atomic<int> bad{0};

struct object {
    object() { words.fill(whole); }
    ~object() {
        bool const is_whole =
            std::all_of(words.begin(), words.end(), [](unsigned word) { return word == whole; });
        ++(is_whole ? good : bad);
    }
    std::array<unsigned, 64> words{};
};

thread_local object mine;

void use() {
    [[maybe_unused]] unsigned const volatile word = mine.words[3];
}

} // namespace

int main() {
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::thread> all;
        for (int i = 0; i < threads; ++i) all.emplace_back(use);
        for (std::thread& one : all) one.join();
    }
    std::printf("objects that were whole: %d, that were not: %d\n", good.load(), bad.load());
    return good == rounds * threads && bad == 0 ? 0 : 1;
}
