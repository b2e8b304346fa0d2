// What it costs to find one key among many: XP's single list against Vista's table. One thread plays
// both sides, so nobody sleeps: what is measured is the search.
#include <kev/bench/options.hpp>
#include <kev/lab02/emulation/keyed_event_table.hpp>

#include <vector>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

using namespace lab02::emulation;

// A table in which `count` threads wait, each on a lock of its own, for ever.
struct parked_table {
    parked_table(std::size_t buckets, std::size_t count)
        : table(buckets), records(count), locks(count + 1) {
        for (std::size_t i = 0; i < count; ++i) table.arrive(side::waiter, &locks[i], records[i]);
    }

    keyed_event_table table;
    std::vector<thread_record> records;
    std::vector<long> locks; // the last one is the key that is measured
};

void growth(benchmark::State& state) {
    parked_table parked(static_cast<std::size_t>(state.range(0)),
                        static_cast<std::size_t>(state.range(1)));
    void const* const key = &parked.locks.back();
    thread_record waiter;
    thread_record releaser;
    for (auto _ : state) {
        parked.table.arrive(side::waiter, key, waiter);
        if (!parked.table.arrive(side::releaser, key, releaser)) {
            state.SkipWithError("the releaser did not find the waiter");
            return;
        }
    }
}

} // namespace

void register_all() {
    benchmark::RegisterBenchmark("growth", growth)
        ->ArgNames({"buckets", "parked"})
        ->ArgsProduct({{1, 256, 4096}, {0, 16, 64, 256, 1024, 4096}});
}

} // namespace kev::bench
