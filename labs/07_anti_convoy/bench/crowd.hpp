// A crowd of threads that lock, hold, unlock and stay away for a moment, for a given time: how often they get
// the lock, and how long the least lucky waits.
#pragma once

#include <kev/bench/contention.hpp>
#include <kev/bench/switches.hpp>
#include <kev/world.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

namespace kev::bench {

// What the crowd does: so many threads; additions inside the lock and outside.
struct crowd_habits {
    int threads = 0;
    int inside = 0;
    int outside = 0;
};

struct crowd_result {
    double seconds = 0;
    std::uint64_t acquisitions = 0;
    std::uint64_t sleeps = 0;
    std::uint64_t switches = 0;
    double jain = 1;
    std::chrono::nanoseconds worst_wait{};
};

// So many additions that the compiler cannot leave out.
inline void work(int additions) {
    for (int i = 0; i < additions; ++i) benchmark::DoNotOptimize(i);
}

template <typename Lock>
class crowd {
public:
    using time = std::chrono::steady_clock;

    crowd(crowd_habits habits, std::chrono::milliseconds duration)
        : habits_(habits), duration_(duration), gate_(habits.threads), missing_(habits.threads),
          parts_(static_cast<std::size_t>(habits.threads)) {}

    crowd_result run() {
        std::vector<std::jthread> running;
        for (crowd_result& mine : parts_) running.emplace_back([&] { spend_the_time(mine); });
        gate_.wait_until_all_sleep();
        auto const start = time::now();
        gate_.open();
        std::this_thread::sleep_for(duration_);
        // relaxed: the threads are joined before anything of theirs is read.
        stop_.store(true, std::memory_order_relaxed);
        running.clear(); // joins
        crowd_result total;
        total.seconds = std::chrono::duration<double>(time::now() - start).count();
        std::vector<double> shares;
        for (crowd_result const& part : parts_) {
            total.acquisitions += part.acquisitions;
            total.sleeps += part.sleeps;
            total.switches += part.switches;
            total.worst_wait = std::max(total.worst_wait, part.worst_wait);
            shares.push_back(static_cast<double>(part.acquisitions));
        }
        total.jain = jain_index(shares);
        if (guarded_.counter != total.acquisitions)
            throw std::logic_error("the lock did not exclude");
        return total;
    }

private:
    void spend_the_time(crowd_result& mine) {
        gate_.arrive_and_sleep();
        // The first to wake up must not have the lock to itself: it yields until all are here.
        // relaxed: no data is passed.
        missing_.fetch_sub(1, std::memory_order_relaxed);
        while (missing_.load(std::memory_order_relaxed) > 0) kev::yield();
        std::uint64_t const switches = this_thread_switches();
        // relaxed: see run().
        while (!stop_.load(std::memory_order_relaxed)) {
            lock_and_time(mine);
            guarded_.counter = guarded_.counter + 1;
            work(habits_.inside);
            guarded_.lock.unlock();
            ++mine.acquisitions;
            work(habits_.outside);
        }
        mine.sleeps = this_thread_tally().waits;
        mine.switches = this_thread_switches() - switches;
    }

    // Only who finds the lock taken reads the clock: it would cost the others more than the lock does.
    void lock_and_time(crowd_result& mine) {
        if (guarded_.lock.try_lock()) return;
        auto const start = time::now();
        guarded_.lock.lock();
        mine.worst_wait = std::max<std::chrono::nanoseconds>(mine.worst_wait, time::now() - start);
    }

    crowd_habits habits_;
    std::chrono::milliseconds duration_;
    starting_gate gate_;
    std::atomic<int> missing_;
    std::vector<crowd_result> parts_;
    std::atomic<bool> stop_{false};
    // The lock and what it protects on cache lines of their own.
    struct alignas(128) {
        Lock lock{};
        alignas(128) std::uint64_t counter = 0;
    } guarded_;
};

// One iteration is one whole run; its figures go into the counters.
template <typename Lock>
void in_a_crowd(benchmark::State& state, crowd_habits habits) {
    crowd_result result;
    for (auto _ : state) {
        result = crowd<Lock>(habits, std::chrono::milliseconds(300)).run();
        state.SetIterationTime(result.seconds / static_cast<double>(result.acquisitions));
    }
    auto const count = static_cast<double>(result.acquisitions);
    state.counters["million_per_s"] = count / result.seconds / 1e6;
    state.counters["sleeps"] = static_cast<double>(result.sleeps) / count;
    if (switches_are_counted())
        state.counters["switches"] = static_cast<double>(result.switches) / count;
    state.counters["jain"] = result.jain;
    state.counters["worst_wait_us"] =
        std::chrono::duration<double, std::micro>(result.worst_wait).count();
}

} // namespace kev::bench
