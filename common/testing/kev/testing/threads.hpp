/// @file
/// Threads for tests: started together, joined always, their kernel calls added up.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include <kev/world.hpp>

namespace kev::testing {

/// Adds one thread's tally to a sum.
inline void add(tally& sum, tally const& part) noexcept {
    sum.waits += part.waits;
    sum.releases += part.releases;
    sum.sleeps += part.sleeps;
    sum.wakes += part.wakes;
}

/// Runs body(0) ... body(threads - 1), each in a thread of its own, all begun together. Blocks until
/// all have ended. @return what they asked of the kernel together.
template <typename Body>
tally run_threads(int threads, Body body) {
    // Not std::latch: libstdc++ 12 for mingw-w64 was seen to lose its wake-up once in some hundred runs.
    std::atomic<int> missing{threads};
    std::vector<tally> tallies(static_cast<std::size_t>(threads));
    std::vector<std::jthread> running;
    running.reserve(tallies.size());
    for (int index = 0; index < threads; ++index) {
        running.emplace_back([&, index] {
            --missing;
            while (missing > 0) kev::yield();
            body(index);
            tallies[static_cast<std::size_t>(index)] = this_thread_tally();
        });
    }
    running.clear(); // joins
    tally sum;
    for (tally const& part : tallies) add(sum, part);
    return sum;
}

/// Runs storm() again until its threads have gone to sleep `enough` times: on a busy machine they may run one after
/// another and hardly meet. At most a hundred times, so that a lock that never sleeps is found out.
/// @return the sum of what each run returned.
template <typename Storm>
tally until_slept(std::uint64_t enough, Storm storm) {
    tally sum;
    int runs = 0;
    do {
        add(sum, storm());
    } while (sum.waits < enough && ++runs < 100);
    return sum;
}

/// Gives every other thread ample time to do what it is going to do. A test may rely on this only
/// for things that must *not* happen: then a slow machine makes it weaker and never red.
inline void let_others_run() {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

/// Waits, without a limit, until something has become true; the watchdog ends a test that hangs.
template <typename Condition>
void wait_until_true(Condition condition) {
    while (!condition()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace kev::testing
