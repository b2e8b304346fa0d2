// Counts under the locks. Ends with 0 if all is well, else with the number of the check that failed.
#include <kev/event.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/version.hpp>

#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

namespace {

constexpr int threads = 4;
constexpr int turns = 2'000;

kev::lab08::mutex plain;
kev::recursive_mutex recursive;
kev::shared_mutex shared;
kev::lab08::condition_variable changed;
kev::lab08::once_flag once;
kev::event start;
kev::counting_semaphore<> permits(2);

long initialized = 0;
long under_plain = 0;
long under_recursive = 0;
long under_shared = 0;
int ended = 0;

void work() {
    start.wait();
    for (int turn = 0; turn < turns; ++turn) {
        kev::lab08::call_once(once, [] { ++initialized; });
        permits.acquire();
        {
            std::scoped_lock const both(plain, recursive);
            ++under_plain;
            std::lock_guard const again(recursive);
            ++under_recursive;
        }
        permits.release();
        if (turn % 2 == 0) {
            std::lock_guard const alone(shared);
            ++under_shared;
        } else {
            std::shared_lock const together(shared);
        }
    }
    std::lock_guard const lock(plain);
    ++ended;
    changed.notify_one();
}

std::string version() {
    using namespace kev;
    return std::to_string(version_major) + "." + std::to_string(version_minor) + "." +
           std::to_string(version_patch);
}

} // namespace

int main(int argc, char** argv) {
    for (int i = 0; i < threads; ++i) std::thread(work).detach();
    start.set();
    {
        std::unique_lock lock(plain);
        changed.wait(lock, [] { return ended == threads; });
    }
    std::printf("%ld additions, version %s\n", under_plain, version().c_str());
    if (initialized != 1) return 1;
    if (under_plain != threads * turns || under_recursive != under_plain) return 2;
    if (under_shared != under_plain / 2) return 3;
    return argc == 2 && version() == argv[1] ? 0 : 4; // the package and the headers agree
}
