// Without contention: lock and unlock; and asking a once flag whether it is done.
#include <kev/bench/options.hpp>
#include <kev/bench/uncontended.hpp>
#include <kev/lab08/once_flag.hpp>

#include "locks.hpp"

#include <mutex>
#include <string>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

template <typename Flag>
void done(benchmark::State& state) {
    static Flag flag;
    static long value = 0;
    call_once(flag, [] { value = 1; });
    for (auto _ : state) {
        call_once(flag, [] { value = 2; });
        benchmark::ClobberMemory(); // the flag must be looked at each time
    }
    if (value != 1) state.SkipWithError("it was done twice");
}

long start_value() {
    static long calls = 0;
    return ++calls;
}

void done_static(benchmark::State& state) {
    for (auto _ : state) {
        static long const value = start_value();
        long seen = value; // Google Benchmark 1.9 warns that a constant may be optimized away
        benchmark::DoNotOptimize(seen);
        benchmark::ClobberMemory();
    }
}

struct add_done {
    template <typename Flag>
    void operator()(std::string const& name) const {
        benchmark::RegisterBenchmark(("done/" + name).c_str(), done<Flag>)->MinTime(0.02);
    }
};

constexpr auto once_flags = candidates{candidate<lab08::once_flag>{"call_once"},
                                       candidate<std::once_flag>{"std::call_once"}} +
                            optional_once_flags;

} // namespace

void register_all() {
    add_pair const add;
    add.operator()<two_rmws>("limit:two_rmws");
    all_locks.measure(add);
    once_flags.visit(add_done{});
    benchmark::RegisterBenchmark("done/static_local", done_static)->MinTime(0.02);
}

} // namespace kev::bench
