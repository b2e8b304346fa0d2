// Time limits: what one costs that never ends an attempt, how late one is that does, and what remains of
// the throughput when a tenth of the attempts run out of time.
#include "peers.hpp"

#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/uncontended.hpp>
#include <kev/lab03/fast_mutex.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

using namespace std::chrono_literals;
using time = std::chrono::steady_clock;

// 1. Nobody else is there: lock() against an attempt with an hour's limit.

template <typename Lock, bool Timed>
void uncontended(benchmark::State& state) {
    alignas(128) Lock lock{};
    long counter = 0;
    for (auto _ : state) {
        if constexpr (Timed) {
            if (!lock.try_lock_for(1h)) state.SkipWithError("a free lock was not taken");
        } else {
            lock.lock();
        }
        benchmark::DoNotOptimize(++counter);
        lock.unlock();
    }
}

template <typename Lock, bool Timed>
void add_uncontended(std::string const& name) {
    register_uncontended("timed_pair/" + name, uncontended<Lock, Timed>);
}

// 2. The lock is owned forever: how long after its time does an attempt end?

double at(std::vector<double> const& sorted, double share) {
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

template <typename Lock>
void lateness(benchmark::State& state, std::chrono::microseconds interval) {
    Lock lock;
    lock.lock();
    std::vector<double> late;
    std::jthread([&] { // a thread of its own: the owner's would wait for itself
        for (auto _ : state) {
            auto const start = time::now();
            if (lock.try_lock_for(interval)) state.SkipWithError("an owned lock was taken");
            std::chrono::duration<double, std::micro> const over = time::now() - start - interval;
            state.SetIterationTime(over.count() / 1e6);
            late.push_back(over.count());
        }
    })
        .join();
    lock.unlock();
    std::sort(late.begin(), late.end());
    for (int const percent : {1, 10, 25, 50, 75, 90, 99})
        state.counters["p" + std::to_string(percent)] = at(late, percent / 100.0);
}

template <typename Lock>
void add_lateness(std::string const& name) {
    for (auto const interval : {100us, 1'000us, 10'000us}) {
        std::string const full = "lateness/" + name + "/us:" + std::to_string(interval.count());
        auto const sample = [=](benchmark::State& state) {
            watched const by_the_watchdog(full);
            lateness<Lock>(state, interval);
        };
        auto const fitting = static_cast<std::int64_t>(sample_seconds() * 1e6) / interval.count();
        benchmark::RegisterBenchmark(full.c_str(), sample)
            ->UseManualTime()
            ->Iterations(std::clamp<std::int64_t>(fitting, 20, 400));
    }
}

// 3. Four threads work for 5 us with the lock and as long without. An attempt has a limit of 1 us whenever
// fewer than a tenth of the thread's attempts have run out of time so far, and else none.

constexpr int threads = 4;
constexpr auto work = 5us;
constexpr auto hasty = 1us;

struct attempts_made {
    std::uint64_t succeeded = 0;
    std::uint64_t timed_out = 0;
};

void work_for(std::chrono::nanoseconds length) {
    for (auto const end = time::now() + length; time::now() < end;) kev::relax();
}

template <typename Lock>
attempts_made attempt(Lock& lock, std::uint64_t& counter, std::uint64_t turns) {
    attempts_made made;
    for (std::uint64_t turn = 0; turn < turns; ++turn) {
        if (10 * made.timed_out >= turn) {
            lock.lock();
        } else if (!lock.try_lock_for(hasty)) {
            ++made.timed_out;
            continue;
        }
        counter = counter + 1;
        ++made.succeeded;
        work_for(work / 2);
        kev::yield(); // another thread meets the owned lock, however few processors there are
        work_for(work / 2);
        lock.unlock();
        work_for(work);
    }
    return made;
}

struct timeouts_result {
    double seconds = 0;
    attempts_made total;
    double jain = 1;
    std::uint64_t sleeps = 0;
    std::uint64_t switches = 0;
};

// So many turns for each thread. Throws if the lock did not exclude.
template <typename Lock>
timeouts_result run_timeouts(std::uint64_t turns) {
    Lock lock;
    std::uint64_t counter = 0;
    starting_gate gate(threads);
    std::vector<attempts_made> made(threads);
    std::vector<part_of_a_run> parts(threads);
    std::vector<std::jthread> running;
    for (std::size_t i = 0; i < threads; ++i) {
        running.emplace_back([&, i] {
            gate.arrive_and_sleep();
            parts[i].begin();
            made[i] = attempt(lock, counter, turns);
            parts[i].finish();
        });
    }
    gate.wait_until_all_sleep();
    auto const start = time::now();
    gate.open();
    running.clear(); // joins
    contended_result const sum = sum_of(parts, start);
    timeouts_result result{sum.seconds, {}, 1, sum.sleeps, sum.switches};
    std::vector<double> speeds;
    for (std::size_t i = 0; i < threads; ++i) {
        result.total.succeeded += made[i].succeeded;
        result.total.timed_out += made[i].timed_out;
        speeds.push_back(1 / std::chrono::duration<double>(parts[i].end - start).count());
    }
    result.jain = jain_index(speeds);
    if (counter != result.total.succeeded) throw std::logic_error("the lock did not exclude");
    return result;
}

template <typename Lock>
void register_timeouts(std::string const& name) {
    register_runs("timeouts/" + name, 64'000, [](benchmark::State& state, sample_size& size) {
        timeouts_result result;
        for (auto _ : state) {
            result = size.measure(run_timeouts<Lock>);
            state.SetIterationTime(result.seconds);
        }
        auto const attempts = static_cast<double>(result.total.succeeded + result.total.timed_out);
        state.counters["timed_out"] = static_cast<double>(result.total.timed_out) / attempts;
        state.counters["attempts_a_ms"] = attempts / result.seconds / 1'000;
        if (counts_calls<Lock>)
            state.counters["sleeps"] = static_cast<double>(result.sleeps) / attempts;
        if (switches_are_counted())
            state.counters["switches"] = static_cast<double>(result.switches) / attempts;
        state.counters["jain"] = result.jain;
    });
}

struct add_all {
    template <typename Lock>
    void operator()(std::string const& name) const {
        add_uncontended<Lock, false>(name + "/lock");
        add_uncontended<Lock, true>(name + "/try_lock_for");
        add_lateness<Lock>(name);
        register_timeouts<Lock>(name);
    }
};

} // namespace

void register_all() {
    add_uncontended<lab03::fast_mutex, false>("fast_mutex/lock");
    timed_locks.measure(add_all{});
}

} // namespace kev::bench
