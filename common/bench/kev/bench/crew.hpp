/// @file
/// A crew of threads, each of which does a given number of turns and waits for the others in them.
#pragma once

#include <kev/bench/contention.hpp>
#include <kev/bench/waits.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace kev::bench {

/// How many threads, and how many turns each of them does.
struct crew_size {
    int threads = 0;
    std::uint64_t turns = 0;
};

/// The result of one run of a crew.
struct crew_result {
    double seconds = 0;    ///< the same as used.seconds, for sample_size
    contended_result used; ///< without Jain's index: only some crews have one
    std::chrono::nanoseconds worst_wait{};
};

/// Each thread calls `turn(thread, number, waits)` for each number from 0. Blocks until all threads are through.
template <typename Turn>
crew_result run_crew(crew_size size, Turn turn) {
    struct part {
        wait_times waits;
        part_of_a_run used{};
    };
    starting_gate gate(size.threads);
    counted_time counted;
    std::vector<part> parts(static_cast<std::size_t>(size.threads), part{wait_times(counted)});
    std::vector<std::jthread> running;
    for (std::size_t thread = 0; thread < parts.size(); ++thread) {
        running.emplace_back([&, thread] {
            gate.arrive_and_sleep();
            parts[thread].used.begin();
            for (std::uint64_t number = 0; number < size.turns; ++number)
                turn(thread, number, parts[thread].waits);
            parts[thread].used.finish();
        });
    }
    gate.wait_until_all_sleep();
    auto const start = std::chrono::steady_clock::now();
    counted.begin();
    gate.open();
    running.clear(); // joins
    crew_result result;
    std::vector<part_of_a_run> used;
    for (part const& each : parts) {
        used.push_back(each.used);
        result.worst_wait = std::max(result.worst_wait, each.waits.longest());
    }
    result.used = sum_of(used, start);
    result.used.acquisitions = size.turns * static_cast<std::uint64_t>(size.threads);
    result.seconds = result.used.seconds;
    return result;
}

} // namespace kev::bench
