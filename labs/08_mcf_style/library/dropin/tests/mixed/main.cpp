// A program of two source files that exchange a lock.
#include <condition_variable>
#include <mutex>
#include <thread>

void use(std::mutex& mutex);

int main() {
    std::mutex mutex;
    std::condition_variable changed;
    std::thread([&] {
        use(mutex);
        changed.notify_one();
    }).join();
}
