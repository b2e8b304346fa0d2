// A shared library with the locks inside: no code outside knows of them.
#include <kev/event.hpp>
#include <kev/lab08/mutex.hpp>

#include <mutex>
#include <thread>
#include <vector>

namespace {

kev::lab08::mutex guard;
kev::event start;
long counted = 0;

void work(int turns) {
    start.wait();
    for (int turn = 0; turn < turns; ++turn) {
        std::lock_guard const lock(guard);
        ++counted;
    }
}

} // namespace

/// Lets so many threads count so far, each. @return what they came to together.
long count_together(int threads, int turns) {
    std::vector<std::thread> running;
    for (int i = 0; i < threads; ++i) running.emplace_back(work, turns);
    start.set();
    for (std::thread& one : running) one.join();
    return counted;
}
