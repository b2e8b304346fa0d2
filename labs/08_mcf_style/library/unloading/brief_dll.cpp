// A DLL with a static lock. It does nothing when it is loaded or unloaded: the lock needs neither.
#include <kev/lab08/mutex.hpp>
#include <kev/library/state_of.hpp>
#include <kev/world.hpp>

#include <chrono>
#include <mutex>
#include <thread>

namespace {

using namespace std::chrono_literals;

constinit kev::lab08::mutex lock;
constinit long counter = 0;

} // namespace

/// Takes the lock so many times; with every 32nd the owner sleeps, and the others have to wait.
/// @return how often this thread went to sleep in it.
extern "C" __declspec(dllexport) long use_lock(int turns) {
    auto const before = kev::this_thread_tally().waits;
    for (int turn = 0; turn < turns; ++turn) {
        std::lock_guard const guard(lock);
        if (++counter % 32 == 0) std::this_thread::sleep_for(1ms);
    }
    return static_cast<long>(kev::this_thread_tally().waits - before);
}

/// How often the lock was taken since the DLL was loaded; -1 if the lock is not as it was in the beginning.
extern "C" __declspec(dllexport) long times_taken() {
    bool const as_new = (kev::library::state_of(lock) & ~kev::lab08::mutex_bits::all_failures) == 0;
    return as_new ? counter : -1;
}
