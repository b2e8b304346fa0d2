/// @file
/// A bounded queue between two producers and two consumers.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/bench/contended.hpp>
#include <kev/bench/crew.hpp>
#include <kev/bench/waits.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>

#include <benchmark/benchmark.h>

namespace kev::bench {

/// A queue with room for `capacity` items, of which only their number matters.
template <typename Condvar, typename Mutex>
class bounded_queue {
public:
    explicit bounded_queue(int capacity) : capacity_(capacity) {}

    void put(wait_times& waits) {
        std::unique_lock lock(mutex_);
        wait_until(lock, not_full_, waits, [&] { return filled_ < capacity_; });
        ++filled_;
        lock.unlock();
        not_empty_.notify_one();
    }

    void get(wait_times& waits) {
        std::unique_lock lock(mutex_);
        wait_until(lock, not_empty_, waits, [&] { return filled_ > 0; });
        --filled_;
        lock.unlock();
        not_full_.notify_one();
    }

    int filled() {
        std::unique_lock const lock(mutex_);
        return filled_;
    }

private:
    // A wait begins when the thread sees the queue full or empty. The time before, for the mutex, does not count.
    template <typename Holds>
    static void wait_until(std::unique_lock<Mutex>& lock, Condvar& changed, wait_times& waits,
                           Holds holds) {
        waits.measure(holds, [&] { changed.wait(lock, holds); });
    }

    Mutex mutex_{};
    Condvar not_full_{};
    Condvar not_empty_{};
    int const capacity_;
    int filled_ = 0;
};

/// Two producers put `each` items in, and two consumers take `each` items out. Blocks until all items are through.
/// Jain's index is of the items that each thread had when the first thread was through.
template <typename Condvar, typename Mutex>
crew_result trade(int capacity, std::uint64_t each) {
    constexpr int pairs = 2; // of a producer and a consumer
    bounded_queue<Condvar, Mutex> queue(capacity);
    race_to_the_end progress(2 * pairs);
    auto const turn = [&](std::size_t thread, std::uint64_t number, wait_times& waits) {
        thread % 2 == 0 ? queue.put(waits) : queue.get(waits);
        progress.advance(thread, number + 1);
        if (number + 1 == each) progress.finish();
    };
    crew_result result = run_crew({.threads = 2 * pairs, .turns = each}, turn);
    if (queue.filled() != 0) throw std::logic_error("items were lost, or came from nowhere");
    result.used.acquisitions = pairs * each;
    result.used.jain = progress.jain();
    return result;
}

/// Registers a trade through queues of one place, where each item makes a thread sleep, and of 64.
struct add_trades {
    template <typename Pair>
    void operator()(std::string const& name) const {
        for (int const capacity : {1, 64})
            add<Pair>("items/" + name + "/capacity:" + std::to_string(capacity), capacity);
    }

private:
    template <typename Pair>
    static void add(std::string const& name, int capacity) {
        register_runs(name, 1 << 20, [=](benchmark::State& state, sample_size& size) {
            crew_result result;
            for (auto _ : state) {
                result = size.measure([&](std::uint64_t each) {
                    return trade<typename Pair::condvar, typename Pair::mutex>(capacity, each);
                });
                state.SetIterationTime(result.seconds);
            }
            auto const count = static_cast<double>(result.used.acquisitions);
            state.counters["ns_per_item"] = result.seconds * 1e9 / count;
            if (counts_calls<typename Pair::condvar>) count_calls(state, result.used);
            if (switches_are_counted())
                state.counters["switches"] = static_cast<double>(result.used.switches) / count;
            state.counters["jain"] = result.used.jain;
            state.counters["worst_wait_us"] =
                std::chrono::duration<double, std::micro>(result.worst_wait).count();
        });
    }
};

} // namespace kev::bench
