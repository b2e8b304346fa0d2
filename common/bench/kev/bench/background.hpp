/// @file
/// Measures how much of a processor waiting threads leave to a thread of low priority.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include <kev/bench/scheduling.hpp>
#include <kev/world.hpp>

namespace kev::bench {

/// No lock at all. With no waiters it tells what the background thread gets at best.
struct no_lock {
    void lock() noexcept {}
    void unlock() noexcept {}
};

/// Whether the measurement is possible here; if not, says why on the standard error stream. The
/// owner needs a processor of its own: on a single one it would itself take the processor from the
/// background thread.
inline bool can_measure_background_speed() {
    if (std::thread::hardware_concurrency() >= 2) return true;
    std::fprintf(stderr, "only one processor: the owner itself takes it from the low-priority "
                         "thread, so there is nothing to compare\n");
    return false;
}

/// The steps a second of a computation of low priority. Beside it one thread owns a `Lock` for
/// milliseconds at a time, on another processor, and `waiters` threads want it, on the processor of
/// the computation.
template <typename Lock>
double background_speed(std::chrono::duration<double> length, int waiters) {
    using namespace std::chrono_literals;
    using time = std::chrono::steady_clock;
    static Lock lock;
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> steps{0};
    std::vector<std::jthread> threads;
    threads.emplace_back([&] {
        pin_this_thread(1);
        lower_this_threads_priority();
        // relaxed: the end of the run and a count; nothing else hangs on them, here and below.
        while (!stop.load(std::memory_order_relaxed)) steps.fetch_add(1, std::memory_order_relaxed);
    });
    threads.emplace_back([&] {
        pin_this_thread(0);
        // relaxed: as above.
        while (!stop.load(std::memory_order_relaxed)) {
            std::lock_guard const guard(lock);
            for (auto const end = time::now() + 5ms; time::now() < end;) kev::relax();
        }
    });
    for (int i = 0; i < waiters; ++i) {
        threads.emplace_back([&] {
            pin_this_thread(1);
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

} // namespace kev::bench
