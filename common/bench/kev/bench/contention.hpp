/// @file
/// Threads that fight for one lock, and what came of it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <kev/bench/scheduling.hpp>
#include <kev/world.hpp>

namespace kev::bench {

/// Lets threads start together: they sleep here until one broadcast. A barrier that spins would hand
/// the processors to threads that wait for the others to be created.
class starting_gate {
public:
    explicit starting_gate(int threads) : missing_(threads) {}

    void arrive_and_sleep() {
        std::unique_lock lock(guard_);
        if (--missing_ == 0) changed_.notify_all();
        changed_.wait(lock, [&] { return open_; });
    }

    void wait_until_all_sleep() {
        std::unique_lock lock(guard_);
        changed_.wait(lock, [&] { return missing_ == 0; });
    }

    void open() {
        std::lock_guard const lock(guard_);
        open_ = true;
        changed_.notify_all();
    }

private:
    std::mutex guard_;
    std::condition_variable changed_;
    int missing_;
    bool open_ = false;
};

/// The result of one run.
struct contended_result {
    double seconds = 0; ///< from the broadcast that starts them to the end of the last thread
    std::uint64_t acquisitions = 0;
    std::uint64_t sleeps = 0;      ///< waits on the keyed event; 0 for locks that do not use it
    std::uint64_t wakes = 0;       ///< releases of the keyed event
    std::uint64_t futex_calls = 0; ///< what these were made of, where the keyed event is emulated
    std::uint64_t switches = 0;    ///< context switches of all threads
    double jain =
        1; ///< Jain's index of what each thread had when the first was through: 1 is all equal
};

/// Jain's fairness index: (sum)^2 / (n * sum of squares); 1 for equals, 1/n if one has everything.
inline double jain_index(std::vector<double> const& shares) noexcept {
    double const sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    double const squares = std::inner_product(shares.begin(), shares.end(), shares.begin(), 0.0);
    return squares > 0 ? sum * sum / (static_cast<double>(shares.size()) * squares) : 1;
}

/// How far each thread has come, for the moment at which the first one is through: from then on those
/// that were left behind have the lock to themselves, and in the end all have had the same number.
class race_to_the_end {
public:
    explicit race_to_the_end(int threads) : counts_(static_cast<std::size_t>(threads)) {}

    /// A thread has had so many turns. One store to a cache line of its own.
    void advance(std::size_t thread, std::uint64_t turns) noexcept {
        // relaxed: a count that is looked at once, roughly.
        counts_[thread].turns.store(turns, std::memory_order_relaxed);
    }

    /// A thread is through. The first such thread notes where the others are.
    void finish() {
        // relaxed: it only picks one thread, and the reader of the shares has joined that thread.
        if (decided_.exchange(true, std::memory_order_relaxed)) return;
        for (count const& each : counts_)
            // relaxed: as in advance().
            shares_.push_back(static_cast<double>(each.turns.load(std::memory_order_relaxed)));
    }

    /// After all threads have ended.
    double jain() const noexcept { return jain_index(shares_); }

private:
    struct alignas(128) count {
        std::atomic<std::uint64_t> turns{0};
    };
    std::vector<count> counts_;
    std::atomic<bool> decided_{false};
    std::vector<double> shares_;
};

/// The resources that one thread used in a run, and when it finished. Each part has cache lines of its own.
struct alignas(128) part_of_a_run {
    tally calls;
    std::uint64_t switches = 0;
    std::chrono::steady_clock::time_point end;

    /// By the thread itself, when it has been let go.
    void begin() noexcept { switches = this_thread_switches(); }

    /// By the thread itself, when it is through. It lives for one run: its tally has nothing else in it.
    void finish() noexcept {
        calls = this_thread_tally();
        switches = this_thread_switches() - switches;
        end = std::chrono::steady_clock::now();
    }
};

/// The sum of the resources that all threads used, from `start` to the end of the last thread.
inline contended_result sum_of(std::vector<part_of_a_run> const& parts,
                               std::chrono::steady_clock::time_point start) {
    contended_result sum;
    auto end = start;
    for (part_of_a_run const& each : parts) {
        end = std::max(end, each.end);
        sum.sleeps += each.calls.waits;
        sum.wakes += each.calls.releases;
        sum.futex_calls += each.calls.sleeps + each.calls.wakes;
        sum.switches += each.switches;
    }
    sum.seconds = std::chrono::duration<double>(end - start).count();
    return sum;
}

/// Nothing between two acquisitions: the tight loop.
struct no_pause {
    void operator()(std::uint64_t /*turn*/) const noexcept {}
};

/// Each of `threads` threads takes the lock `turns` times and counts up one number under it; after each
/// turn it does `pause(turn)`. Throws std::logic_error if the number is wrong in the end.
template <typename Lock, typename Pause = no_pause>
class contention {
public:
    contention(int threads, std::uint64_t turns, Pause pause = {})
        : turns_(turns), pause_(pause), gate_(threads), progress_(threads),
          parts_(static_cast<std::size_t>(threads)) {}

    /// Once. Blocks until all are through.
    contended_result run() {
        std::vector<std::jthread> running;
        for (std::size_t index = 0; index < parts_.size(); ++index)
            running.emplace_back([this, index] { fight(index); });
        gate_.wait_until_all_sleep();
        // Before the gate opens: this thread may lose its processor to the threads that go through.
        auto const start = std::chrono::steady_clock::now();
        gate_.open();
        running.clear(); // joins
        if (counter_.value != turns_ * parts_.size())
            throw std::logic_error("the lock did not exclude");
        contended_result result = sum_of(parts_, start);
        result.acquisitions = counter_.value;
        result.jain = progress_.jain();
        return result;
    }

private:
    void fight(std::size_t index) {
        gate_.arrive_and_sleep();
        part_of_a_run& mine = parts_[index];
        mine.begin();
        for (std::uint64_t turn = 1; turn <= turns_; ++turn) {
            guarded_.lock.lock();
            counter_.value = counter_.value + 1;
            guarded_.lock.unlock();
            progress_.advance(index, turn);
            pause_(turn);
        }
        progress_.finish();
        mine.finish();
    }

    std::uint64_t turns_;
    Pause pause_;
    starting_gate gate_;
    race_to_the_end progress_;
    std::vector<part_of_a_run> parts_;
    // The lock and what it protects each on cache lines of their own.
    struct alignas(128) {
        Lock lock{};
    } guarded_;
    struct alignas(128) {
        std::uint64_t value = 0;
    } counter_;
};

} // namespace kev::bench
