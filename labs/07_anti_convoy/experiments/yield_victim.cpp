// Who pays for waiters that do not sleep? As in lab 03: one thread owns a lock for milliseconds at a time,
// two others want it, and a thread of low priority wants to compute on the processor that the owner does
// not use. Told is how many steps a
// second that thread makes, by how the others wait.
//
//   lab07_yield_victim [--milliseconds N] [--json]
#include "lists.hpp"
#include "locks.hpp"

#include <kev/bench/command_line.hpp>
#include <kev/bench/scheduling.hpp>
#include <kev/world.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

namespace {

using namespace kev::lab07;
using namespace std::chrono_literals;
using time = std::chrono::steady_clock;

// Nobody waits: what the thread of low priority gets at best.
struct no_lock {
    void lock() noexcept {}
    void unlock() noexcept {}
};

void compute_for(std::chrono::milliseconds length) {
    for (auto const end = time::now() + length; time::now() < end;) kev::relax();
}

// Steps of the thread of low priority a second.
template <typename Lock>
double victims_speed(std::chrono::duration<double> length, int waiters) {
    static Lock lock;
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> steps{0};
    std::vector<std::jthread> threads;
    threads.emplace_back([&] {
        kev::bench::pin_this_thread(1);
        kev::bench::lower_this_threads_priority();
        // relaxed: the end of the run and a count, here and below.
        while (!stop.load(std::memory_order_relaxed)) steps.fetch_add(1, std::memory_order_relaxed);
    });
    threads.emplace_back([&] {
        kev::bench::pin_this_thread(0);
        // relaxed: as above.
        while (!stop.load(std::memory_order_relaxed)) {
            std::lock_guard const guard(lock);
            compute_for(5ms);
        }
    });
    for (int i = 0; i < waiters; ++i) {
        threads.emplace_back([&] {
            kev::bench::pin_this_thread(1);
            // relaxed: as above.
            while (!stop.load(std::memory_order_relaxed)) std::lock_guard const guard(lock);
        });
    }
    std::this_thread::sleep_for(50ms); // all have started
    std::uint64_t const first = steps;
    auto const start = time::now();
    std::this_thread::sleep_for(length);
    double const speed = static_cast<double>(steps - first) /
                         std::chrono::duration<double>(time::now() - start).count();
    stop = true;
    return speed;
}

constexpr int rounds = 5;

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv,
                                  "[--milliseconds N] [--json]\nN: for each lock (600)");
    std::chrono::duration<double> const length(
        static_cast<double>(line.number("--milliseconds", 600, 10, 600'000)) / 1000 / rounds);
    bool const json = line.has("--json");
    line.finish();
    if (std::thread::hardware_concurrency() < 2) {
        std::fprintf(stderr, "only one processor: the owner itself takes it from the low-priority "
                             "thread, so there is nothing to compare\n");
        print({}, json);
        return 0;
    }
    std::vector<number_lists> seen{number_lists("nobody waits"), number_lists("handoff_mutex"),
                                   number_lists("unfair_mutex"), number_lists("bounded_mutex"),
                                   number_lists("ticket_mutex"), number_lists("mcs_mutex")};
    for (int round = 0; round < rounds; ++round) {
        seen[0].add("steps", victims_speed<no_lock>(length, 0));
        seen[1].add("steps", victims_speed<handoff_mutex>(length, 2));
        seen[2].add("steps", victims_speed<unfair_mutex>(length, 2));
        seen[3].add("steps", victims_speed<bounded_mutex>(length, 2));
        seen[4].add("steps", victims_speed<ticket_mutex>(length, 2));
        seen[5].add("steps", victims_speed<mcs_mutex>(length, 2));
    }
    print(seen, json);
    return 0;
}
