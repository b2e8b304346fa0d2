/// @file
/// Threads that fight for one lock as a benchmark: the article's.
#pragma once

#include <cstdint>

#include <benchmark/benchmark.h>

#include <kev/bench/contention.hpp>
#include <kev/bench/switches.hpp>

namespace kev::bench {

/// One iteration is one whole run; its figures go into the counters, per acquisition.
template <typename Lock, typename Pause = no_pause>
void contended(benchmark::State& state, int threads, std::uint64_t turns) {
    contended_result result;
    for (auto _ : state) {
        result = run_contended<Lock, Pause>(threads, turns);
        state.SetIterationTime(result.seconds);
    }
    auto const count = static_cast<double>(result.acquisitions);
    state.counters["ns_per_acquisition"] = result.seconds * 1e9 / count;
    state.counters["sleeps"] = static_cast<double>(result.sleeps) / count;
    if (switches_are_counted())
        state.counters["switches"] = static_cast<double>(result.switches) / count;
    state.counters["jain"] = result.jain;
}

} // namespace kev::bench
