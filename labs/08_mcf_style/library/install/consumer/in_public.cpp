// The public names and nothing else of ours. Ends with 0 if all is well.
#include <kev/barrier.hpp>
#include <kev/condition_variable.hpp>
#include <kev/event.hpp>
#include <kev/lock_guard.hpp>
#include <kev/mutex.hpp>
#include <kev/once_flag.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>

#include <chrono>
#include <mutex>
#include <string_view>
#include <thread>
#include <typeinfo>

namespace {

constexpr int turns = 1'000;

constinit kev::mutex plain;
constinit kev::recursive_mutex recursive;
constinit kev::shared_mutex shared;
constinit kev::condition_variable changed;
constinit kev::once_flag once;
constinit kev::event start;
constinit kev::counting_semaphore<> permits(1);
constinit kev::binary_semaphore ended;

// Without template arguments, as with the standard's types.
[[maybe_unused]] constinit kev::counting_semaphore deduced_permits(1);
[[maybe_unused]] constinit kev::barrier deduced_barrier(1);
[[maybe_unused]] kev::barrier deduced_completion(1, []() noexcept {});

int initialized = 0;
int counted = 0;

void work() {
    start.wait();
    call_once(once, [] { ++initialized; });
    for (int turn = 0; turn < turns; ++turn) {
        permits.acquire();
        std::scoped_lock const all(plain, recursive, shared);
        permits.release();
        ++counted;
    }
    changed.notify_one();
    ended.release();
}

} // namespace

int main() {
    std::thread first(work);
    std::thread second(work);
    start.set();
    {
        std::unique_lock lock(plain);
        while (
            !changed.wait_for(lock, std::chrono::seconds(1), [] { return counted == 2 * turns; })) {
        }
    }
    ended.acquire();
    ended.acquire();
    first.join();
    second.join();
    kev::shared_lock_guard const together(shared);
    if (initialized != 1 || counted != 2 * turns) return 1;
    // A version's name is in the library's types, so that a function of one version does not link with a call of another.
    return std::string_view(typeid(kev::event).name()).find("v0_") == std::string_view::npos ? 2
                                                                                             : 0;
}
