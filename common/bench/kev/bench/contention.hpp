/// @file
/// Threads that fight for one lock, and what came of it.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <kev/bench/switches.hpp>
#include <kev/world.hpp>

namespace kev::bench {

/// Lets threads start together: they sleep here until one broadcast. A barrier that spins would hand
/// the processors to those who wait for the others to be created.
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

/// What came out of one run.
struct contended_result {
    double seconds = 0; ///< from the start to the end of the last thread
    std::uint64_t acquisitions = 0;
    std::uint64_t sleeps = 0;   ///< waits on the keyed event; 0 for locks that do not use it
    std::uint64_t switches = 0; ///< context switches of all threads
    double jain = 1;            ///< Jain's fairness index of the threads' speeds: 1 is all equal
};

/// Jain's fairness index: (sum)^2 / (n * sum of squares); 1 for equals, 1/n if one has everything.
inline double jain_index(std::vector<double> const& speeds) noexcept {
    double const sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    double const squares = std::inner_product(speeds.begin(), speeds.end(), speeds.begin(), 0.0);
    return squares > 0 ? sum * sum / (static_cast<double>(speeds.size()) * squares) : 1;
}

/// Each of `threads` threads takes the lock `turns` times and counts up one number under it. Throws
/// std::logic_error if the number is wrong in the end. Blocks until all are through.
template <typename Lock>
contended_result run_contended(int threads, std::uint64_t turns) {
    using time = std::chrono::steady_clock;
    // The lock and what it protects each on cache lines of their own.
    struct alignas(128) {
        Lock lock{};
    } guarded;
    struct alignas(128) {
        std::uint64_t value = 0;
    } counter;
    starting_gate gate(threads);
    std::vector<contended_result> parts(static_cast<std::size_t>(threads));
    time::time_point start;
    std::vector<std::jthread> running;
    for (contended_result& mine : parts) {
        running.emplace_back([&] {
            gate.arrive_and_sleep();
            std::uint64_t const switches = this_thread_switches();
            for (std::uint64_t turn = 0; turn < turns; ++turn) {
                guarded.lock.lock();
                counter.value = counter.value + 1;
                guarded.lock.unlock();
            }
            mine.seconds = std::chrono::duration<double>(time::now() - start).count();
            mine.sleeps = this_thread_tally().waits;
            mine.switches = this_thread_switches() - switches;
        });
    }
    gate.wait_until_all_sleep();
    start = time::now();
    gate.open();
    running.clear(); // joins
    contended_result total;
    total.acquisitions = turns * static_cast<std::uint64_t>(threads);
    if (counter.value != total.acquisitions) throw std::logic_error("the lock did not exclude");
    std::vector<double> speeds;
    for (contended_result const& part : parts) {
        total.seconds = std::max(total.seconds, part.seconds);
        total.sleeps += part.sleeps;
        total.switches += part.switches;
        speeds.push_back(1 / part.seconds);
    }
    total.jain = jain_index(speeds);
    return total;
}

} // namespace kev::bench
