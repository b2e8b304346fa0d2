// Lock and unlock by one thread without contention, and for reader/writer locks also as a reader.
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
    benchmark::IterationCount counter = 0;
    for (auto _ : state) {
        lock.lock_shared();
        benchmark::DoNotOptimize(++counter);
        lock.unlock_shared();
    }
    if (counter != state.iterations()) state.SkipWithError("turns were lost");
}

struct add_shared_pair {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_uncontended("shared_pair/" + name, shared_pair<Lock>);
    }
};

} // namespace

void register_all() {
    (unfair_locks + fair_locks + system_locks + optional_locks).measure(add_pair{});
    add_shared_pair const shared;
    shared.operator()<lab07::srw_lock>("srw_lock");
    shared.operator()<std::shared_mutex>("std::shared_mutex");
}

} // namespace kev::bench
