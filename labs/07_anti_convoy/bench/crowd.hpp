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
    std::uint64_t turns = 0;        // all that were had
    std::uint64_t acquisitions = 0; // those that count
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
        : habits_(habits), duration_(duration), gate_(habits.threads),
          parts_(static_cast<std::size_t>(habits.threads)) {}

    crowd_result run() {
        std::vector<std::jthread> running;
        for (crowd_result& mine : parts_) running.emplace_back([&] { spend_the_time(mine); });
        gate_.wait_until_all_sleep();
        gate_.open();
        // The first to wake up has the lock to itself for some milliseconds. That does not count.
        std::this_thread::sleep_for(duration_ / 4);
        // relaxed, both times: the threads are joined before anything of theirs is read.
        phase_.store(phase::counts, std::memory_order_relaxed);
        auto const start = time::now();
        std::this_thread::sleep_for(duration_);
        phase_.store(phase::is_over, std::memory_order_relaxed);
        auto const end = time::now();
        running.clear(); // joins
        crowd_result total;
        total.seconds = std::chrono::duration<double>(end - start).count();
        std::vector<double> shares;
        for (crowd_result const& part : parts_) {
            total.acquisitions += part.acquisitions;
            total.turns += part.turns;
            total.sleeps += part.sleeps;
            total.switches += part.switches;
            total.worst_wait = std::max(total.worst_wait, part.worst_wait);
            shares.push_back(static_cast<double>(part.acquisitions));
        }
        total.jain = jain_index(shares);
        if (guarded_.counter != total.turns) throw std::logic_error("the lock did not exclude");
        return total;
    }

private:
    void spend_the_time(crowd_result& mine) {
        gate_.arrive_and_sleep();
        std::uint64_t const switches = this_thread_switches();
        std::uint64_t const sleeps = this_thread_tally().waits;
        // relaxed: see run().
        for (phase now; (now = phase_.load(std::memory_order_relaxed)) != phase::is_over;) {
            auto const wait = lock_and_time();
            guarded_.counter = guarded_.counter + 1;
            work(habits_.inside);
            guarded_.lock.unlock();
            ++mine.turns;
            if (now == phase::counts) {
                ++mine.acquisitions;
                mine.worst_wait = std::max(mine.worst_wait, wait);
            }
            work(habits_.outside);
        }
        mine.sleeps = this_thread_tally().waits - sleeps;
        mine.switches = this_thread_switches() - switches;
    }

    // Only who finds the lock taken reads the clock: it would cost the others more than the lock does.
    std::chrono::nanoseconds lock_and_time() {
        if (guarded_.lock.try_lock()) return {};
        auto const start = time::now();
        guarded_.lock.lock();
        return time::now() - start;
    }

    enum class phase { does_not_count, counts, is_over };

    crowd_habits habits_;
    std::chrono::milliseconds duration_;
    starting_gate gate_;
    std::vector<crowd_result> parts_;
    std::atomic<phase> phase_{phase::does_not_count};
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
    auto const turns = static_cast<double>(result.turns);
    state.counters["million_per_s"] =
        static_cast<double>(result.acquisitions) / result.seconds / 1e6;
    state.counters["sleeps"] = static_cast<double>(result.sleeps) / turns;
    if (switches_are_counted())
        state.counters["switches"] = static_cast<double>(result.switches) / turns;
    state.counters["jain"] = result.jain;
    state.counters["worst_wait_us"] =
        std::chrono::duration<double, std::micro>(result.worst_wait).count();
}

} // namespace kev::bench
