/// @file
/// A bounded queue between two producers and two consumers.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/bench/contended.hpp>
#include <kev/bench/waits.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

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

/// The result of one trade. Jain's index is of the items that each thread had when the first thread was through.
struct trade_result {
    double seconds = 0; // the same as used.seconds, for sample_size
    contended_result used;
    std::chrono::nanoseconds worst_wait{};
};

/// So many items from each producer, so many for each consumer.
template <typename Condvar, typename Mutex>
class trade {
public:
    trade(int capacity, std::uint64_t each)
        : each_(each), queue_(capacity), parts_(2 * pairs, part{wait_times(counted_)}) {}

    /// Once. Blocks until all items are through.
    trade_result run() {
        std::vector<std::jthread> running;
        for (std::size_t i = 0; i < parts_.size(); ++i)
            running.emplace_back([this, i] { work(i); });
        gate_.wait_until_all_sleep();
        auto const start = std::chrono::steady_clock::now();
        counted_.begin();
        gate_.open();
        running.clear(); // joins
        if (queue_.filled() != 0) throw std::logic_error("items were lost, or came from nowhere");
        return total(start);
    }

private:
    static constexpr int pairs = 2; // of a producer and a consumer

    struct part {
        wait_times waits;
        part_of_a_run used{};
    };

    void work(std::size_t i) {
        gate_.arrive_and_sleep();
        part& mine = parts_[i];
        mine.used.begin();
        for (std::uint64_t turn = 1; turn <= each_; ++turn) {
            i % 2 == 0 ? queue_.put(mine.waits) : queue_.get(mine.waits);
            progress_.advance(i, turn);
        }
        progress_.finish();
        mine.used.finish();
    }

    trade_result total(std::chrono::steady_clock::time_point start) const {
        trade_result result;
        std::vector<part_of_a_run> used;
        for (part const& each : parts_) {
            used.push_back(each.used);
            result.worst_wait = std::max(result.worst_wait, each.waits.longest());
        }
        result.used = sum_of(used, start);
        result.used.acquisitions = pairs * each_;
        result.used.jain = progress_.jain();
        result.seconds = result.used.seconds;
        return result;
    }

    std::uint64_t each_;
    bounded_queue<Condvar, Mutex> queue_;
    counted_time counted_;
    starting_gate gate_{2 * pairs};
    race_to_the_end progress_{2 * pairs};
    std::vector<part> parts_;
};

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
            using items = trade<typename Pair::condvar, typename Pair::mutex>;
            trade_result result;
            for (auto _ : state) {
                result =
                    size.measure([&](std::uint64_t each) { return items(capacity, each).run(); });
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
