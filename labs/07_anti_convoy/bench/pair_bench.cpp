// Lock and unlock by one thread that nobody disturbs; for reader/writer locks also as a reader.
#include "locks.hpp"

#include <kev/bench/options.hpp>
#include <kev/bench/uncontended.hpp>

#include <shared_mutex>
#include <string>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

template <typename Lock>
void shared_pair(benchmark::State& state) {
    alignas(128) Lock lock{};
    long counter = 0;
    for (auto _ : state) {
        lock.lock_shared();
        benchmark::DoNotOptimize(++counter);
        lock.unlock_shared();
    }
}

struct add_shared_pair {
    template <typename Lock>
    void operator()(std::string const& name) const {
        benchmark::RegisterBenchmark(("shared_pair/" + name).c_str(), shared_pair<Lock>)
            ->MinTime(0.02);
    }
};

} // namespace

void register_all() {
    for_each_lock(add_pair{});
    add_shared_pair const shared;
    shared.operator()<lab07::srw_lock>("srw_lock");
    shared.operator()<std::shared_mutex>("std::shared_mutex");
}

} // namespace kev::bench
