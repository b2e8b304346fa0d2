/// @file
/// A thread notifies many: how long the call takes, how long until all have had the mutex, and how often a
/// waiter changes places on a processor meanwhile (1 is the least: it slept and was woken).
///
/// Two condition variables of lab 04 may pass over a waiter when the mutex is free (race V4), and on a busy machine they
/// do. Then all would wait forever: after a while they are notified once more, and that round does not count.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/bench/contended.hpp>
#include <kev/bench/scheduling.hpp>
#include <kev/world.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

namespace kev::bench {

/// Threads that wait for one generation after the other, all for the same, and no time between.
template <typename Condvar, typename Mutex>
class audience {
    using steady = std::chrono::steady_clock;

public:
    audience(int waiters, int rounds) : waiters_(waiters), rounds_(rounds) {
        for (int i = 0; i < waiters; ++i) threads_.emplace_back([this] { live(); });
    }

    /// One broadcast. All waiters sleep when it begins. Counts it, unless it had to be made again.
    void broadcast(bool owning) {
        wait_until_all_sleep();
        std::unique_lock lock(mutex_);
        ++generation_;
        waiting_ = 0;
        if (!owning) lock.unlock();
        steady::time_point const begin = steady::now();
        changed_.notify_all();
        steady::duration const call = steady::now() - begin;
        if (owning) lock.unlock();
        if (!all_are_through_in_time()) return;
        call_ += call;
        through_ += last_through_ - begin;
        longest_ = std::max(longest_, last_through_ - begin);
        ++counted_;
    }

    std::uint64_t counted() const { return counted_; }
    double call_seconds() const { return std::chrono::duration<double>(call_).count(); }
    double through_seconds() const { return std::chrono::duration<double>(through_).count(); }
    double longest_seconds() const { return std::chrono::duration<double>(longest_).count(); }

    /// Context switches and sleeps on keyed events of all waiters, after all rounds.
    contended_result join() {
        threads_.clear();
        return used_;
    }

private:
    // A thread that waits this long after a broadcast is asleep, and not slow. (A slow thread would be left out, too.)
    static constexpr std::chrono::seconds patience{1};

    void live() {
        std::unique_lock lock(mutex_);
        std::uint64_t const switches = this_thread_switches();
        for (int round = 1; round <= rounds_; ++round) {
            ++waiting_;
            changed_.wait(lock, [&] { return generation_ >= round; });
            if (++passed_ % waiters_ == 0) tell();
        }
        used_.switches += this_thread_switches() - switches;
        tally const& calls = this_thread_tally();
        used_.sleeps += calls.waits;
        used_.wakes += calls.releases;
        used_.futex_calls += calls.sleeps + calls.wakes;
    }

    // The last waiter that is through says so once, on a condition variable of the system.
    void tell() {
        std::lock_guard const guard(end_guard_);
        last_through_ = steady::now();
        ended_ = true;
        end_.notify_one();
    }

    // Waits for the last waiter, and notifies again as often as it takes. Returns whether once was enough.
    bool all_are_through_in_time() {
        std::unique_lock last(end_guard_);
        bool const in_time = end_.wait_for(last, patience, [&] { return ended_; });
        while (!ended_) {
            last.unlock();
            notify_owning();
            last.lock();
            end_.wait_for(last, patience, [&] { return ended_; });
        }
        ended_ = false;
        return in_time;
    }

    // While the mutex is owned, no waiter is passed over.
    void notify_owning() {
        std::unique_lock const lock(mutex_);
        changed_.notify_all();
    }

    void wait_until_all_sleep() {
        for (bool all = false; !all;) {
            std::this_thread::sleep_for(
                std::chrono::milliseconds(1)); // they are in the kernel then
            std::unique_lock const lock(mutex_);
            all = waiting_ == waiters_;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    alignas(128) Mutex mutex_{};
    alignas(128) Condvar changed_{};
    int const waiters_;
    int const rounds_;
    int generation_ = 0;
    int waiting_ = 0;
    long passed_ = 0;
    contended_result used_;

    alignas(128) std::mutex end_guard_;
    std::condition_variable end_;
    bool ended_ = false;
    steady::time_point last_through_;
    std::uint64_t counted_ = 0;
    steady::duration call_{};
    steady::duration through_{};
    steady::duration longest_{};
    std::vector<std::jthread> threads_;
};

/// The results of a number of broadcasts.
struct broadcast_result {
    double seconds = 0; // of the whole, while the waiters go to sleep, too; 0 if no round counts
    double in_calls = 0;
    double until_through = 0;
    double longest = 0;       // of the rounds, until all were through: the longest wait of a waiter
    std::uint64_t rounds = 0; // that count
    contended_result used;    // in all
};

template <typename Pair>
broadcast_result run_broadcasts(int waiters, std::uint64_t rounds, bool owning) {
    using steady = std::chrono::steady_clock;
    auto const start = steady::now();
    audience<typename Pair::condvar, typename Pair::mutex> all(waiters, static_cast<int>(rounds));
    for (std::uint64_t round = 0; round < rounds; ++round) all.broadcast(owning);
    contended_result used = all.join();
    used.acquisitions = rounds * static_cast<std::uint64_t>(waiters);
    double const seconds = std::chrono::duration<double>(steady::now() - start).count();
    return {all.counted() > 0 ? seconds : 0, all.call_seconds(), all.through_seconds(),
            all.longest_seconds(),           all.counted(),      used};
}

/// Registers broadcasts with the mutex owned, or with the mutex free.
template <typename Pair>
void register_broadcast(std::string const& name, int waiters, bool owning) {
    register_runs(name, 640, [=](benchmark::State& state, sample_size& size) {
        broadcast_result result;
        for (auto _ : state) {
            result = size.measure([&](std::uint64_t rounds) {
                return run_broadcasts<Pair>(waiters, rounds, owning);
            });
            state.SetIterationTime(result.until_through / static_cast<double>(result.rounds));
        }
        state.counters["call_ns"] = result.in_calls * 1e9 / static_cast<double>(result.rounds);
        if (counts_calls<typename Pair::condvar>) count_calls(state, result.used);
        if (switches_are_counted())
            state.counters["switches"] = static_cast<double>(result.used.switches) /
                                         static_cast<double>(result.used.acquisitions);
        state.counters["worst_wait_us"] = result.longest * 1e6;
    });
}

/// Registers broadcasts to 4, 16 and 64 waiters, with the mutex owned and free.
struct add_broadcasts {
    template <typename Pair>
    void operator()(std::string const& name) const {
        for (bool const owning : {true, false}) {
            for (int const waiters : {4, 16, 64}) {
                register_broadcast<Pair>(std::string(owning ? "broadcast/" : "broadcast_free/") +
                                             name + "/waiters:" + std::to_string(waiters),
                                         waiters, owning);
            }
        }
    }
};

} // namespace kev::bench
