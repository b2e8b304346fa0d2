// Notifications to one: a queue between producers and consumers, and two threads by turns.
#include <kev/bench/contention.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/ping_pong.hpp>
#include <kev/bench/switches.hpp>
#include <kev/world.hpp>

#include "peers/condvars.hpp"

#include <algorithm>
#include <array>
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

template <typename Condvar, typename Mutex>
contended_result run_items(int capacity, std::uint64_t each) {
    using time = std::chrono::steady_clock;
    bounded_queue<Condvar, Mutex> queue(capacity);
    starting_gate gate(2 * pairs);
    std::vector<contended_result> parts(2 * pairs);
    time::time_point start;
    std::vector<std::jthread> running;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        running.emplace_back([&, i] {
            gate.arrive_and_sleep();
            std::uint64_t const switches = this_thread_switches();
            for (std::uint64_t turn = 0; turn < each; ++turn)
                i % 2 == 0 ? queue.put() : queue.get();
            parts[i].seconds = std::chrono::duration<double>(time::now() - start).count();
            parts[i].sleeps = this_thread_tally().waits;
            parts[i].switches = this_thread_switches() - switches;
        });
    }
    gate.wait_until_all_sleep();
    start = time::now();
    gate.open();
    running.clear(); // joins
    if (queue.filled() != 0) throw std::logic_error("items were lost, or came from nowhere");
    contended_result total;
    total.acquisitions = pairs * each;
    for (contended_result const& part : parts) {
        total.seconds = std::max(total.seconds, part.seconds);
        total.sleeps += part.sleeps;
        total.switches += part.switches;
    }
    return total;
}

template <typename Condvar, typename Mutex>
void items(benchmark::State& state, int capacity) {
    // With one place nearly every item costs a sleep.
    auto const each = static_cast<std::uint64_t>((capacity == 1 ? 1 << 18 : 1 << 20) * scale());
    contended_result result;
    for (auto _ : state) {
        result = run_items<Condvar, Mutex>(capacity, each);
        state.SetIterationTime(result.seconds);
    }
    auto const count = static_cast<double>(result.acquisitions);
    state.counters["ns_per_item"] = result.seconds * 1e9 / count;
    if (result.sleeps > 0) state.counters["sleeps"] = static_cast<double>(result.sleeps) / count;
    if (switches_are_counted())
        state.counters["switches"] = static_cast<double>(result.switches) / count;
}

// Two threads that wake each other by turns, each by a condition variable of its own.
template <typename Condvar, typename Mutex>
class turns {
public:
    static constexpr bool counts_calls = false;

    void signal(int side) {
        {
            std::lock_guard const lock(guard_);
            raised_[static_cast<std::size_t>(side)] = true;
        }
        changed_[static_cast<std::size_t>(side)].notify_one();
    }

    void wait(int side) {
        std::unique_lock lock(guard_);
        bool& mine = raised_[static_cast<std::size_t>(side)];
        changed_[static_cast<std::size_t>(side)].wait(lock, [&] { return mine; });
        mine = false;
    }

private:
    Mutex guard_{};
    std::array<Condvar, 2> changed_{};
    std::array<bool, 2> raised_{};
};

struct add_traffic {
    template <typename Condvar, typename Mutex>
    void operator()(std::string const& name) const {
        for (int const capacity : {1, 64}) {
            std::string const full = "items/" + name + "/capacity:" + std::to_string(capacity);
            benchmark::RegisterBenchmark(full.c_str(), items<Condvar, Mutex>, capacity)
                ->UseManualTime()
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond);
        }
        register_ping_pong<turns<Condvar, Mutex>>(name);
    }
};

} // namespace

void register_all() {
    for_each_condvar(add_traffic());
}

} // namespace kev::bench
