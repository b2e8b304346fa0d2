/// @file
/// Two threads that wake each other by turns: what a sleep and a wake-up cost.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

#include <benchmark/benchmark.h>

#include <kev/bench/scheduling.hpp>
#include <kev/bench/watchdog.hpp>
#include <kev/world.hpp>

namespace kev::bench {

/// Where the two threads run. It changes everything: on one processor a wake-up can run at once, on
/// two it has to travel.
enum class placement { one_processor, two_processors };

/// The resources that one thread used between two moments.
struct usage {
    std::uint64_t switches = this_thread_switches();
    std::uint64_t calls = this_thread_tally().sleeps + this_thread_tally().wakes;

    usage since(usage const& start) const noexcept {
        usage difference = *this;
        difference.switches -= start.switches;
        difference.calls -= start.calls;
        return difference;
    }
};

/// One round trip an iteration. A Mechanism has `void signal(int side)` and `void wait(int side)`
/// for the sides 0 and 1, and `static constexpr bool counts_calls`: whether its calls of the kernel
/// are in this_thread_tally().
template <typename Mechanism>
void ping_pong(benchmark::State& state, placement where) {
    Mechanism table;
    std::atomic<bool> stop{false};
    usage peer_used;
    std::jthread peer([&] {
        pin_this_thread(where == placement::two_processors ? 1 : 0);
        usage const start;
        for (table.wait(1); !stop.load(std::memory_order_relaxed); table.wait(1)) table.signal(0);
        peer_used = usage().since(start);
    });
    pin_this_thread(0);
    usage const start;
    for (auto _ : state) {
        table.signal(1);
        table.wait(0);
    }
    usage used = usage().since(start);
    stop.store(true, std::memory_order_relaxed);
    table.signal(1);
    peer.join();
    unpin_this_thread();
    using benchmark::Counter;
    auto const per_round_trip = [&](std::uint64_t count) {
        return Counter(static_cast<double>(count), Counter::kAvgIterations);
    };
    if (switches_are_counted())
        state.counters["switches"] = per_round_trip(used.switches + peer_used.switches);
    if (Mechanism::counts_calls)
        state.counters["futex_calls"] = per_round_trip(used.calls + peer_used.calls);
}

/// A Mechanism: each side waits by a condition variable of its own, under one mutex.
template <typename Condvar, typename Mutex>
class turns_by_condvar {
public:
    static constexpr bool counts_calls = false;

    void signal(int side) {
        {
            std::lock_guard const lock(guard_);
            raised_[static_cast<std::size_t>(side)] = true;
        }
        changed_[static_cast<std::size_t>(side)].notify_one();
    }

    void wait(int side) {
        std::unique_lock lock(guard_);
        bool& mine = raised_[static_cast<std::size_t>(side)];
        changed_[static_cast<std::size_t>(side)].wait(lock, [&] { return mine; });
        mine = false;
    }

private:
    Mutex guard_{};
    std::array<Condvar, 2> changed_{};
    std::array<bool, 2> raised_{};
};

/// Registers `pingpong/<name>/one_processor` and, where there are two, `.../two_processors`.
struct add_ping_pong {
    template <typename Mechanism>
    void operator()(std::string const& name) const {
        add<Mechanism>(name + "/one_processor", placement::one_processor);
        if (std::thread::hardware_concurrency() >= 2)
            add<Mechanism>(name + "/two_processors", placement::two_processors);
    }

private:
    template <typename Mechanism>
    static void add(std::string const& name, placement where) {
        std::string const full = "pingpong/" + name;
        auto const sample = [=](benchmark::State& state) {
            watched const by_the_watchdog(full);
            ping_pong<Mechanism>(state, where);
        };
        benchmark::RegisterBenchmark(full.c_str(), sample)->UseRealTime();
    }
};

} // namespace kev::bench
