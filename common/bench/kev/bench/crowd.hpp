/// @file
/// A crowd of threads that lock, hold, unlock and stay away for a moment, for a given time: how often they get
/// the lock, and how long the least lucky thread waits.
#pragma once

#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>
#include <kev/world.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

namespace kev::bench {

// The number of threads in a crowd, and their additions inside the lock and outside.
struct crowd_habits {
    int threads = 0;
    int inside = 0;
    int outside = 0;
};

struct crowd_result {
    double seconds = 0;
    std::uint64_t acquisitions = 0; // those that count
    contended_result used;          // by all turns, those that do not count, too
    double jain = 1;
    std::chrono::nanoseconds worst_wait{};
};

// So many additions that the compiler cannot leave out.
inline void work(int additions) {
    for (int i = 0; i < additions; ++i) benchmark::DoNotOptimize(i);
}

template <typename Lock>
class crowd {
    using time = std::chrono::steady_clock;

public:
    crowd(crowd_habits habits, std::chrono::milliseconds duration)
        : habits_(habits), duration_(duration), gate_(habits.threads),
          parts_(static_cast<std::size_t>(habits.threads)) {}

    crowd_result run() {
        std::vector<std::jthread> running;
        for (part& mine : parts_) running.emplace_back([this, &mine] { spend_the_time(mine); });
        gate_.wait_until_all_sleep();
        auto const opened = time::now();
        gate_.open();
        // The first to wake up has the lock to itself for some milliseconds. That does not count.
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        counted_from_ = time::now();
        // release: a thread that counts knows since when.
        phase_.store(phase::counts, std::memory_order_release);
        std::this_thread::sleep_for(duration_);
        // release: as above, for one that sees this only.
        phase_.store(phase::is_over, std::memory_order_release);
        std::chrono::duration<double> const counted = time::now() - counted_from_;
        running.clear(); // joins
        return total(opened, counted.count());
    }

private:
    struct part {
        part_of_a_run used;
        std::uint64_t turns = 0;        // all that were had
        std::uint64_t acquisitions = 0; // those that count
        std::chrono::nanoseconds worst_wait{};
    };

    void spend_the_time(part& mine) {
        gate_.arrive_and_sleep();
        mine.used.begin();
        // relaxed: see run().
        for (phase now; (now = phase_.load(std::memory_order_relaxed)) != phase::is_over;) {
            auto const wait = lock_and_time();
            guarded_.counter = guarded_.counter + 1;
            work(habits_.inside);
            guarded_.lock.unlock();
            ++mine.turns;
            if (now == phase::counts) ++mine.acquisitions;
            mine.worst_wait = std::max(mine.worst_wait, wait);
            work(habits_.outside);
        }
        mine.used.finish();
    }

    crowd_result total(time::time_point opened, double seconds) const {
        crowd_result result;
        result.seconds = seconds;
        std::vector<part_of_a_run> used;
        std::vector<double> shares;
        std::uint64_t turns = 0;
        for (part const& each : parts_) {
            used.push_back(each.used);
            shares.push_back(static_cast<double>(each.acquisitions));
            turns += each.turns;
            result.acquisitions += each.acquisitions;
            result.worst_wait = std::max(result.worst_wait, each.worst_wait);
        }
        if (guarded_.counter != turns) throw std::logic_error("the lock did not exclude");
        result.jain = jain_index(shares);
        result.used = sum_of(used, opened);
        result.used.acquisitions = turns;
        return result;
    }

    // Only who finds the lock taken reads the clock: it would cost the others more than the lock does. A wait counts if
    // it *ends* while counting, with the part of it since then: one that is kept out from the beginning on is not to be
    // missed.
    std::chrono::nanoseconds lock_and_time() {
        if (guarded_.lock.try_lock()) return {};
        auto const start = time::now();
        guarded_.lock.lock();
        // acquire: as run() says.
        if (phase_.load(std::memory_order_acquire) == phase::does_not_count) return {};
        return time::now() - std::max(start, counted_from_);
    }

    enum class phase { does_not_count, counts, is_over };

    crowd_habits habits_;
    std::chrono::milliseconds duration_;
    starting_gate gate_;
    std::vector<part> parts_;
    std::atomic<phase> phase_{phase::does_not_count};
    time::time_point counted_from_;
    // The lock and what it protects on cache lines of their own.
    struct alignas(128) {
        Lock lock{};
        alignas(128) std::uint64_t counter = 0;
    } guarded_;
};

/// The figures of a run, as counters.
template <typename Lock>
void report(benchmark::State& state, crowd_result const& result) {
    auto const turns = static_cast<double>(result.used.acquisitions);
    state.counters["million_per_s"] =
        static_cast<double>(result.acquisitions) / result.seconds / 1e6;
    if (counts_calls<Lock>) count_calls(state, result.used);
    if (switches_are_counted())
        state.counters["switches"] = static_cast<double>(result.used.switches) / turns;
    state.counters["jain"] = result.jain;
    state.counters["worst_wait_us"] =
        std::chrono::duration<double, std::micro>(result.worst_wait).count();
}

/// Registers a crowd that wants a `Lock`, for so long as a sample is to last. Its figures go into the counters.
template <typename Lock>
void register_crowd(std::string const& name, crowd_habits habits) {
    auto const sample = [=](benchmark::State& state) {
        watched const by_the_watchdog(name);
        crowd_result result;
        for (auto _ : state) {
            auto const length = std::chrono::duration<double>(sample_seconds());
            result =
                crowd<Lock>(habits, std::chrono::ceil<std::chrono::milliseconds>(length)).run();
            state.SetIterationTime(result.seconds / static_cast<double>(result.acquisitions));
        }
        report<Lock>(state, result);
    };
    benchmark::RegisterBenchmark(name.c_str(), sample)->UseManualTime()->Iterations(1);
}

/// Registers the two crowds that the labs compare: the convoy has no work inside the lock and none outside, the crowd has
/// a little inside and twice as much outside.
struct add_crowds {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_crowd<Lock>("convoy/" + name + "/threads:8", {8, 0, 0});
        register_crowd<Lock>("crowd/" + name + "/threads:16", {16, 50, 100});
    }
};

} // namespace kev::bench
