#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <atomic>
#include <chrono>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace kev::testing {

namespace {

// Adds one thread's tally to a sum.
void add(tally& sum, tally const& part) noexcept {
    sum.waits += part.waits;
    sum.releases += part.releases;
    sum.sleeps += part.sleeps;
    sum.wakes += part.wakes;
}

} // namespace

tally run_threads(int threads, std::function<void(int)> const& body) {
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
    feed_watchdog(); // A test that runs threads again and again may be slow, and does not hang.
    tally sum;
    for (tally const& part : tallies) add(sum, part);
    return sum;
}

std::jthread start_thread(std::function<void()> work) {
    return std::jthread(std::move(work));
}

void in_another_thread(std::function<void()> work) {
    start_thread(std::move(work)); // joined at once
}

tally until_slept(std::uint64_t enough, std::function<tally()> const& storm) {
    tally sum;
    int runs = 0;
    do {
        add(sum, storm());
    } while (sum.waits < enough && !::testing::Test::HasFailure() && ++runs < 100);
    return sum;
}

void let_others_run() {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

void wait_until_true(std::function<bool()> const& condition) {
    while (!condition()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace kev::testing
