/// @file
/// One thread wakes many: how long its call takes, and how long until the last of them is through.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

#include <kev/bench/options.hpp>
#include <kev/bench/scheduling.hpp>
#include <kev/bench/watchdog.hpp>
#include <kev/lab02/keyed_event.hpp>
#include <kev/lab06/wait_on_address.hpp>
#include <kev/world.hpp>

namespace kev::bench {

// A way to wake many has wait(round), which returns when that round is called, and
// call(round, waiters).

class address_broadcast {
public:
    void wait(std::uint32_t round) {
        while (round_.load() < round) {
            std::uint32_t const before = round - 1;
            lab06::wait_on_address(&round_, &before, sizeof before);
        }
    }
    void call(std::uint32_t round, int) {
        round_.store(round);
        lab06::wake_by_address_all(&round_);
    }

private:
    kev::atomic<std::uint32_t> round_{0};
};

/// A keyed event wakes one at a time, and has to be told how many there are.
class keyed_broadcast {
public:
    void wait(std::uint32_t round) { lab02::default_event.wait(&keys_[round % 2]); }
    void call(std::uint32_t round, int waiters) {
        for (int i = 0; i < waiters; ++i) lab02::default_event.release(&keys_[round % 2]);
    }

private:
    std::uint64_t keys_[2] = {};
};

class atomic_broadcast {
public:
    void wait(std::uint32_t round) {
        for (std::uint32_t now = round_.load(); now < round; now = round_.load()) round_.wait(now);
    }
    void call(std::uint32_t round, int) {
        round_.store(round);
        round_.notify_all();
    }

private:
    std::atomic<std::uint32_t> round_{0};
};

class condition_broadcast {
public:
    void wait(std::uint32_t round) {
        std::unique_lock lock(guard_);
        called_.wait(lock, [&] { return round_ >= round; });
    }
    void call(std::uint32_t round, int) {
        {
            std::lock_guard const lock(guard_);
            round_ = round;
        }
        called_.notify_all();
    }

private:
    std::mutex guard_;
    std::condition_variable called_;
    std::uint32_t round_ = 0;
};

/// One iteration: all wait, then one call, until all are through.
template <typename Way>
void broadcast(benchmark::State& state, int waiters) {
    using time = std::chrono::steady_clock;
    using seconds = std::chrono::duration<double>;
    Way way;
    std::atomic<std::uint32_t> round{0};
    std::atomic<int> ready{0};
    std::atomic<int> missing{0};
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> switches{0};
    std::vector<std::jthread> threads;
    for (int i = 0; i < waiters; ++i) {
        threads.emplace_back([&] {
            for (std::uint32_t mine = 1;; ++mine) {
                ++ready;
                way.wait(mine);
                if (stop) break;
                --missing;
            }
            switches += this_thread_switches();
        });
    }
    auto const wait_for_all = [&] {
        while (ready < waiters) std::this_thread::yield();
        // They have said that they go to sleep; now they do.
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ready = 0;
    };
    double in_call = 0;
    for (auto _ : state) {
        wait_for_all();
        missing = waiters;
        auto const start = time::now();
        way.call(++round, waiters);
        in_call += seconds(time::now() - start).count();
        while (missing > 0) std::this_thread::yield();
        state.SetIterationTime(seconds(time::now() - start).count());
    }
    wait_for_all();
    stop = true;
    way.call(++round, waiters);
    threads.clear();
    auto const rounds = static_cast<double>(state.iterations());
    state.counters["call_us"] = in_call * 1e6 / rounds;
    if (switches_are_counted())
        state.counters["switches_a_waiter"] = static_cast<double>(switches) / rounds / waiters;
}

/// Registers `broadcast/<name>/waiters:N` for 4, 16 and 64 waiters.
template <typename Way>
void register_broadcast(std::string const& name) {
    // In each round the waiters have a millisecond to go to sleep, and take about as long to come back.
    auto const rounds = static_cast<benchmark::IterationCount>(sample_seconds() * 500);
    for (int const waiters : {4, 16, 64}) {
        std::string const full = "broadcast/" + name + "/waiters:" + std::to_string(waiters);
        auto const sample = [=](benchmark::State& state) {
            watched const by_the_watchdog(full);
            broadcast<Way>(state, waiters);
        };
        benchmark::RegisterBenchmark(full.c_str(), sample)
            ->UseManualTime()
            ->Iterations(rounds)
            ->Unit(benchmark::kMicrosecond);
    }
}

} // namespace kev::bench
