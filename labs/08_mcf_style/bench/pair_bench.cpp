// With nobody else there: lock and unlock; and asking a once flag whether it is done.
#include <kev/bench/options.hpp>
#include <kev/lab08/once_flag.hpp>

#include "peers/locks.hpp"

#include <mutex>
#include <string>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

// The least that these locks can do: two read-modify-writes, and what is as good as none.
class two_rmws {
public:
    void lock() noexcept { word_.exchange(1, std::memory_order_acquire); }
    void unlock() noexcept { word_.exchange(0, std::memory_order_release); }

private:
    std::atomic<std::uint64_t> word_{0};
};

template <typename Lock>
void pair(benchmark::State& state) {
    alignas(128) Lock lock{};
    long counter = 0;
    for (auto _ : state) {
        lock.lock();
        benchmark::DoNotOptimize(++counter);
        lock.unlock();
    }
}

struct add_pair {
    template <typename Lock>
    void operator()(std::string const& name) const {
        benchmark::RegisterBenchmark(("pair/" + name).c_str(), pair<Lock>)->MinTime(0.02);
    }
};

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
    for_each_absl_once_flag(flag);
    benchmark::RegisterBenchmark("done/static_local", done_static)->MinTime(0.02);
}

} // namespace kev::bench
