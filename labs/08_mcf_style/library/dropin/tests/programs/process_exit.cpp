// main() returns while a thread waits for a condition and another is in the initialization of a static object. Ends with 0
// if the objects of main's thread and the static objects are destroyed in order, and may still use locks.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace {

std::mutex never_free;
std::atomic<int> busy{0};
std::atomic<bool> main_object_ended{false};

struct last_object {
    ~last_object() {
        static std::mutex mutex;
        thread_local int number = 1;
        std::scoped_lock const lock(mutex);
        bool const right = main_object_ended && number == 1;
        std::puts(right ? "in order" : "out of order");
        std::fflush(stdout);
        if (!right) std::_Exit(1);
    }
} last;

struct object_of_main {
    ~object_of_main() { main_object_ended = true; }
    int used = 0;
};
thread_local object_of_main mine;

int wait_for_ever() {
    ++busy;
    std::scoped_lock const lock(never_free);
    return 1;
}

void initialize() {
    [[maybe_unused]] static int const value = wait_for_ever();
}

void wait() {
    // Not static: what main() leaves behind must not be destroyed under a thread that uses it.
    auto* const mutex = new std::mutex;
    auto* const condition = new std::condition_variable;
    std::unique_lock lock(*mutex);
    ++busy;
    condition->wait(lock, [] { return false; });
}

} // namespace

int main() {
    ++mine.used;
    never_free.lock();
    std::thread(initialize).detach();
    std::thread(wait).detach();
    while (busy < 2) std::this_thread::yield();
    return 0;
}
