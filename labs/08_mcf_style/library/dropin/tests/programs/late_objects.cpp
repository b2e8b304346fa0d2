// The destructor of a thread_local object uses other objects of the thread, and the thread's name. The program ends with 0
// if they are as they were.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr int threads = 32;

std::atomic<int> ended{0};
std::atomic<int> wrong{0};

thread_local int written = 0;
thread_local std::thread::id name;

void check(bool right) {
    if (!right) ++wrong;
}

// Its destructor comes last: it was made first.
struct reader {
    ~reader() {
        check(written == 42);
        check(name == std::this_thread::get_id());
        ++ended;
    }
    int used = 0;
};

struct writer {
    ~writer() { written = 42; }
    int used = 0;
};

thread_local reader last;
thread_local writer first;

// A thread_local object that is made while the thread's objects end, ends as well.
struct late {
    ~late() { ++ended; }
    int used = 0;
};
struct maker {
    ~maker() {
        thread_local late made;
        ++made.used;
    }
    int used = 0;
};
thread_local maker makes_another;

void use() {
    name = std::this_thread::get_id();
    ++last.used;
    ++first.used;
    ++makes_another.used;
}

} // namespace

int main() {
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) all.emplace_back(use);
    for (std::thread& one : all) one.join();
    std::printf("ended: %d, wrong: %d\n", ended.load(), wrong.load());
    return ended == 2 * threads && wrong == 0 ? 0 : 1;
}
