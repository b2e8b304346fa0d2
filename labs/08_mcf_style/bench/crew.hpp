// Threads that do their turns together: contended.hpp's scenario for what is no lock.
#pragma once

#include <kev/bench/contention.hpp>
#include <kev/bench/switches.hpp>
#include <kev/world.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

namespace kev::bench {

struct crew_size {
    int threads = 0;
    std::uint64_t turns = 0; // of each
};

// Each thread calls `turn(thread, number)` so many times; blocks until all are through.
template <typename Turn>
contended_result run_crew(crew_size size, Turn turn) {
    using time = std::chrono::steady_clock;
    starting_gate gate(size.threads);
    std::vector<contended_result> parts(static_cast<std::size_t>(size.threads));
    time::time_point start;
    std::vector<std::jthread> running;
    for (int thread = 0; thread < size.threads; ++thread) {
        running.emplace_back([&, thread] {
            contended_result& mine = parts[static_cast<std::size_t>(thread)];
            gate.arrive_and_sleep();
            std::uint64_t const switches = this_thread_switches();
            for (std::uint64_t number = 0; number < size.turns; ++number) turn(thread, number);
            mine.seconds = std::chrono::duration<double>(time::now() - start).count();
            mine.sleeps = this_thread_tally().waits;
            mine.switches = this_thread_switches() - switches;
        });
    }
    gate.wait_until_all_sleep();
    start = time::now();
    gate.open();
    running.clear(); // joins
    contended_result total;
    total.acquisitions = size.turns * static_cast<std::uint64_t>(size.threads);
    for (contended_result const& part : parts) {
        total.seconds = std::max(total.seconds, part.seconds);
        total.sleeps += part.sleeps;
        total.switches += part.switches;
    }
    return total;
}

// The result's figures as counters, for each turn of a `Thing`.
template <typename Thing>
void count(benchmark::State& state, contended_result const& result) {
    auto const turns = static_cast<double>(result.acquisitions);
    state.counters["ns_per_turn"] = result.seconds * 1e9 / turns;
    if (counts_calls<Thing>) state.counters["sleeps"] = static_cast<double>(result.sleeps) / turns;
    if (switches_are_counted())
        state.counters["switches"] = static_cast<double>(result.switches) / turns;
}

} // namespace kev::bench
