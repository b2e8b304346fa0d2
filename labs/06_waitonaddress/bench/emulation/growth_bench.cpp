// The cost of finding one waiter among many. One thread joins and wakes itself while others are in the table, each
// with an address of its own. No thread sleeps, so only the table is measured.
#include <kev/bench/options.hpp>
#include <kev/lab06/wait_bucket.hpp>

#include <deque>
#include <vector>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

using namespace lab06;

struct parked_table {
    parked_table(std::size_t count, std::size_t parked) : buckets(count), variables(parked + 1) {
        for (std::size_t i = 0; i < parked; ++i) {
            waiters.emplace_back(&variables[i], this_thread_id());
            table.bucket_of(&variables[i]).join(waiters.back());
        }
    }

    std::vector<wait_bucket> buckets;
    wait_table table{buckets};
    std::deque<waiter> waiters;
    std::vector<long> variables; // the last one is measured
};

void growth(benchmark::State& state) {
    parked_table parked(static_cast<std::size_t>(state.range(0)),
                        static_cast<std::size_t>(state.range(1)));
    void const* const address = &parked.variables.back();
    wait_bucket& bucket = parked.table.bucket_of(address);
    for (auto _ : state) {
        waiter self(address, this_thread_id());
        bucket.join(self);
        bucket.wake(request::one(address));
        if (!self.was_let_go()) {
            state.SkipWithError("the wake did not find the waiter");
            return;
        }
    }
}

// A wake that finds no waiter: the cost of a notification without a listener.
void wake_for_nobody(benchmark::State& state) {
    wait_bucket bucket;
    long variable = 0;
    for (auto _ : state) bucket.wake(request::one(&variable));
}

} // namespace

void register_all() {
    benchmark::RegisterBenchmark("growth", growth)
        ->ArgNames({"buckets", "parked"})
        ->ArgsProduct({{1, 256, 4096}, {0, 16, 64, 256, 1024, 4096}});
    benchmark::RegisterBenchmark("wake/nobody waits", wake_for_nobody);
}

} // namespace kev::bench
