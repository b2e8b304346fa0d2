// The cost of finding one key among many: XP's single list (of lab 01) against a hash table such as Vista's.
// One thread plays both sides, so no thread sleeps, and the search is what is measured.
#include <kev/bench/options.hpp>
#include <kev/lab01/simulation/keyed_event_list.hpp>
#include <kev/lab02/emulation/keyed_event_table.hpp>

#include <mutex>
#include <vector>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

using namespace lab02::emulation;
namespace xp = lab01::simulation;

// A table in which `count` threads wait, each on a lock of its own, forever.
struct parked_table {
    parked_table(std::size_t buckets, std::size_t count)
        : table(buckets, buckets == 64 ? bucket_choice::as_windows : bucket_choice::spread),
          records(count), locks(count + 1) {
        for (std::size_t i = 0; i < count; ++i) table.arrive(side::waiter, &locks[i], records[i]);
    }

    keyed_event_table table;
    std::vector<thread_record> records;
    std::vector<long> locks; // the last one is the key that is measured
};

// XP's object in the same state: one list, and one lock, as each of the table's buckets has one.
struct parked_list {
    explicit parked_list(std::size_t count) : records(count), locks(count + 1) {
        for (std::size_t i = 0; i < count; ++i) meet(xp::side::waiter, &locks[i], records[i]);
    }

    xp::thread_record* meet(xp::side mine, void const* key, xp::thread_record& self) {
        std::lock_guard const lock(guard);
        return list.meet(mine, key, self);
    }

    std::mutex guard;
    xp::keyed_event_list list;
    std::vector<xp::thread_record> records;
    std::vector<long> locks; // the last one is the key that is measured
};

void growth_of_list(benchmark::State& state) {
    parked_list parked(static_cast<std::size_t>(state.range(1)));
    void const* const key = &parked.locks.back();
    xp::thread_record waiter;
    xp::thread_record releaser;
    for (auto _ : state) {
        parked.meet(xp::side::waiter, key, waiter);
        if (parked.meet(xp::side::releaser, key, releaser) != &waiter) {
            state.SkipWithError("the releaser did not find the waiter");
            return;
        }
    }
}

void growth_of_table(benchmark::State& state) {
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
    std::vector<std::int64_t> const parked{0, 16, 64, 256, 1024, 4096};
    benchmark::RegisterBenchmark("growth", growth_of_list)
        ->ArgNames({"buckets", "parked"})
        ->ArgsProduct({{1}, parked});
    benchmark::RegisterBenchmark("growth", growth_of_table)
        ->ArgNames({"buckets", "parked"})
        ->ArgsProduct({{64, 256, 4096}, parked}); // 64 as Windows has them
}

} // namespace kev::bench
