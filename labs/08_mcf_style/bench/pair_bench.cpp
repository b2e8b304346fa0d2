// With nobody else there: lock and unlock; and asking a once flag whether it is done.
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
        benchmark::DoNotOptimize(value);
        benchmark::ClobberMemory();
    }
}

struct add_done {
    template <typename Flag>
    void operator()(std::string const& name) const {
        benchmark::RegisterBenchmark(("done/" + name).c_str(), done<Flag>)->MinTime(0.02);
    }
};

} // namespace

void register_all() {
    add_pair const add;
    add.operator()<two_rmws>("limit:two_rmws");
    for_each_lock(add);
    add_done const flag;
    flag.operator()<lab08::once_flag>("call_once");
    flag.operator()<std::once_flag>("std::call_once");
    for_each_optional_once_flag(flag);
    benchmark::RegisterBenchmark("done/static_local", done_static)->MinTime(0.02);
}

} // namespace kev::bench
