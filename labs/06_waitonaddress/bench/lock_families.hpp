/// @file
/// The two families of benchmarks of a lock: alone, and with four threads that want it.
#pragma once

#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/uncontended.hpp>

namespace kev::bench {

/// The article's benchmark, as in lab 03.
struct add_article {
    template <typename Lock>
    void operator()(std::string const& name) const {
        constexpr int threads = 4;
        auto const turns = static_cast<std::uint64_t>((1 << 24) * scale());
        std::string const full = "article/" + name + "/threads:" + std::to_string(threads);
        benchmark::RegisterBenchmark(full.c_str(), contended<Lock>, threads, turns)
            ->UseManualTime()
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
    }
};

} // namespace kev::bench
