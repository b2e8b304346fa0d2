// A library with a mutex, which a program loads while it runs.
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
int number = 0;

void count_up() {
    for (int i = 0; i < 10'000; ++i) {
        std::lock_guard const lock(mutex);
        ++number;
    }
}

} // namespace

extern "C" int count_up_under_a_mutex() {
    std::thread other(count_up);
    count_up();
    other.join();
    return number;
}
