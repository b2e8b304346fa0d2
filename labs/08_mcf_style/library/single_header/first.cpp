// A program of two files with nothing of ours but kev.hpp, the header that `tools/dev/single_header.py` makes. Ends with 0 if
// all is well. The other file has the definitions.
#define KEV_WITH_STOP_TOKEN
#include <kev.hpp>

#include <chrono>
#include <mutex>
#include <stop_token>
#include <thread>

int count_twice(kev::mutex& lock, int& counted);

namespace {

constexpr int turns = 10'000;

constinit kev::mutex lock;
constinit kev::condition_variable changed;
constinit kev::once_flag once;

int initialized = 0;
int counted = 0;
int ended = 0;

void work() {
    kev::call_once(once, [] { ++initialized; });
    for (int turn = 0; turn < turns; ++turn) count_twice(lock, counted);
    std::lock_guard const mine(lock);
    ++ended;
    changed.notify_one();
}

} // namespace

int main() {
    std::thread first(work);
    std::thread second(work);
    {
        std::unique_lock mine(lock);
        changed.wait(mine, [] { return ended == 2; });
        if (changed.wait_for(mine, std::chrono::milliseconds(1), [] { return ended == 3; }))
            return 2;
    }
    first.join();
    second.join();
    std::stop_source stop;
    stop.request_stop();
    std::unique_lock mine(lock);
    if (kev::wait(changed, mine, stop.get_token(), [] { return ended == 3; })) return 3;
    return initialized == 1 && counted == 4 * turns ? 0 : 1;
}
