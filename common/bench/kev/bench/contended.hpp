/// @file
/// Threads that fight for one lock as a benchmark: the article's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include <kev/bench/candidates.hpp>
#include <kev/bench/contention.hpp>
#include <kev/bench/sample_size.hpp>
#include <kev/bench/scheduling.hpp>
#include <kev/bench/watchdog.hpp>

namespace kev::bench {

/// Registers a benchmark of which each iteration is one whole run of many threads. `run(state, size)` does it, sets the
/// iteration's time and the counters; `published` is how many turns a thread had where the benchmark comes from.
template <typename Run>
void register_runs(std::string const& name, std::uint64_t published, Run run) {
    auto const size = std::make_shared<sample_size>(published);
    auto const sample = [=](benchmark::State& state) {
        watched const by_the_watchdog(name);
        run(state, *size);
    };
    benchmark::RegisterBenchmark(name.c_str(), sample)
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

/// How often the threads slept and woke each other, for each acquisition.
inline void count_calls(benchmark::State& state, contended_result const& result) {
    auto const each = [&](std::uint64_t calls) {
        return static_cast<double>(calls) / static_cast<double>(result.acquisitions);
    };
    state.counters["sleeps"] = each(result.sleeps);
    state.counters["wakes"] = each(result.wakes);
    if (futex_calls_are_counted) state.counters["futex_calls"] = each(result.futex_calls);
}

/// Registers threads that fight for a `Lock`; its figures go into the counters, per acquisition.
template <typename Lock, typename Pause = no_pause>
void register_contended(std::string const& name, int threads, std::uint64_t published_turns) {
    register_runs(name, published_turns, [=](benchmark::State& state, sample_size& size) {
        contended_result result;
        for (auto _ : state) {
            result = size.measure(
                [&](std::uint64_t turns) { return contention<Lock, Pause>(threads, turns).run(); });
            state.SetIterationTime(result.seconds);
        }
        auto const count = static_cast<double>(result.acquisitions);
        state.counters["ns_per_acquisition"] = result.seconds * 1e9 / count;
        if (counts_calls<Lock>) count_calls(state, result);
        if (switches_are_counted())
            state.counters["switches"] = static_cast<double>(result.switches) / count;
        state.counters["jain"] = result.jain;
    });
}

/// The article's benchmark: four threads count one number up, 2^24 times each, under one lock.
struct add_article {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_contended<Lock>("article/" + name + "/threads:4", 4, std::uint64_t{1} << 24);
    }
};

} // namespace kev::bench
