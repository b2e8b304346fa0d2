/// @file
/// Lock and unlock by one thread that nobody disturbs, and the least that this can cost.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

#include <kev/bench/candidates.hpp>
#include <kev/bench/watchdog.hpp>

namespace kev::bench {

/// Registers a loop of one thread. Its samples are short, whatever --benchmark_min_time says: so some are undisturbed.
inline void register_uncontended(std::string const& name, void (*loop)(benchmark::State&)) {
    auto const sample = [=](benchmark::State& state) {
        watched const by_the_watchdog(name);
        loop(state);
    };
    benchmark::RegisterBenchmark(name.c_str(), sample)->MinTime(0.02);
}

/// No lock: one read-modify-write and one store, which is the least that a lock can do.
class one_rmw {
public:
    void lock() noexcept { word_.exchange(1, std::memory_order_acquire); }
    void unlock() noexcept { word_.store(0, std::memory_order_release); }

private:
    std::atomic<std::uint32_t> word_{0};
};

/// No lock either: two read-modify-writes, the least for one whose unlock must learn whether anybody waits.
class two_rmws {
public:
    void lock() noexcept { word_.exchange(1, std::memory_order_acquire); }
    void unlock() noexcept { word_.exchange(0, std::memory_order_release); }

private:
    std::atomic<std::uint32_t> word_{0};
};

/// One lock and unlock of `Lock` for each turn; the count between them keeps the two apart.
template <typename Lock>
void pair(benchmark::State& state) {
    alignas(128) Lock lock{};
    benchmark::IterationCount counter = 0;
    for (auto _ : state) {
        lock.lock();
        benchmark::DoNotOptimize(++counter);
        lock.unlock();
    }
    if (counter != state.iterations()) state.SkipWithError("turns were lost");
}

/// Registers it as FAMILY/NAME.
struct add_pair {
    std::string family = "pair";

    template <typename Lock>
    void operator()(std::string const& name) const {
        register_uncontended(family + "/" + name, pair<Lock>);
    }
};

} // namespace kev::bench
