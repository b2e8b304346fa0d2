// XP's list: the cost of finding the one thread that waits with a key, behind many other threads. One thread
// plays both sides, so no thread sleeps, and the walk is what is measured.
#include <kev/bench/options.hpp>
#include <kev/lab01/simulation/keyed_event_list.hpp>

#include <vector>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

using namespace lab01::simulation;

void xp_list(benchmark::State& state) {
    auto const count = static_cast<std::size_t>(state.range(0));
    std::vector<thread_record> sleeping(count);
    std::vector<long> sections(count + 1);
    keyed_event_list list;
    for (std::size_t i = 0; i < count; ++i) list.meet(side::waiter, &sections[i], sleeping[i]);
    thread_record waiter;
    thread_record releaser;
    for (auto _ : state) {
        list.meet(side::waiter, &sections[count], waiter);
        if (list.meet(side::releaser, &sections[count], releaser) != &waiter) {
            state.SkipWithError("the releaser did not find the waiter");
            return;
        }
    }
}

} // namespace

void register_all() {
    benchmark::RegisterBenchmark("xp_list", xp_list)
        ->ArgName("sleeping")
        ->Arg(0)
        ->RangeMultiplier(4)
        ->Range(1, 4096);
}

} // namespace kev::bench
