// Notifications to one: a queue between producers and consumers, and two threads by turns.
#include "condvars.hpp"

#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/ping_pong.hpp>
#include <kev/world.hpp>

#include <chrono>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

// A queue with room for `capacity` items, of which only their number matters.
template <typename Condvar, typename Mutex>
class bounded_queue {
public:
    explicit bounded_queue(int capacity) : capacity_(capacity) {}

    void put() {
        std::unique_lock lock(mutex_);
        not_full_.wait(lock, [&] { return filled_ < capacity_; });
        ++filled_;
        lock.unlock();
        not_empty_.notify_one();
    }

    void get() {
        std::unique_lock lock(mutex_);
        not_empty_.wait(lock, [&] { return filled_ > 0; });
        --filled_;
        lock.unlock();
        not_full_.notify_one();
    }

    int filled() {
        std::unique_lock const lock(mutex_);
        return filled_;
    }

private:
    Mutex mutex_{};
    Condvar not_full_{};
    Condvar not_empty_{};
    int const capacity_;
    int filled_ = 0;
};

constexpr int pairs = 2; // of a producer and a consumer

// So many items from each producer, so many for each consumer.
template <typename Condvar, typename Mutex>
class trade {
public:
    trade(int capacity, std::uint64_t each) : each_(each), queue_(capacity) {}

    // Once. Blocks until all items are through.
    contended_result run() {
        std::vector<std::jthread> running;
        for (std::size_t i = 0; i < parts_.size(); ++i)
            running.emplace_back([this, i] { work(i); });
        gate_.wait_until_all_sleep();
        auto const start = std::chrono::steady_clock::now();
        gate_.open();
        running.clear(); // joins
        if (queue_.filled() != 0) throw std::logic_error("items were lost, or came from nowhere");
        contended_result result = sum_of(parts_, start);
        result.acquisitions = pairs * each_;
        return result;
    }

private:
    void work(std::size_t i) {
        gate_.arrive_and_sleep();
        parts_[i].begin();
        for (std::uint64_t turn = 0; turn < each_; ++turn) i % 2 == 0 ? queue_.put() : queue_.get();
        parts_[i].finish();
    }

    std::uint64_t each_;
    bounded_queue<Condvar, Mutex> queue_;
    starting_gate gate_{2 * pairs};
    std::vector<part_of_a_run> parts_ = std::vector<part_of_a_run>(std::size_t{2} * pairs);
};

template <typename Pair>
void register_items(std::string const& name, int capacity) {
    std::string const full = "items/" + name + "/capacity:" + std::to_string(capacity);
    register_runs(full, 1 << 20, [=](benchmark::State& state, sample_size& size) {
        using items = trade<typename Pair::condvar, typename Pair::mutex>;
        contended_result result;
        for (auto _ : state) {
            result = size.measure([&](std::uint64_t each) { return items(capacity, each).run(); });
            state.SetIterationTime(result.seconds);
        }
        auto const count = static_cast<double>(result.acquisitions);
        state.counters["ns_per_item"] = result.seconds * 1e9 / count;
        if (counts_calls<typename Pair::condvar>) count_calls(state, result);
        if (switches_are_counted())
            state.counters["switches"] = static_cast<double>(result.switches) / count;
    });
}

struct add_traffic {
    template <typename Pair>
    void operator()(std::string const& name) const {
        for (int const capacity : {1, 64})
            register_items<Pair>(name, capacity); // 1: a sleep an item
        using turns = turns_by_condvar<typename Pair::condvar, typename Pair::mutex>;
        add_ping_pong{}.template operator()<turns>(name);
    }
};

} // namespace

void register_all() {
    condvars.measure(add_traffic{});
}

} // namespace kev::bench
