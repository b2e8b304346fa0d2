/// @file
/// Counts the surprises that a caller of WaitOnAddress must expect: waits that end for no reason, waiters that are not
/// served in order, and wakes that a time-out uses up.
#pragma once

#include <kev/bench/command_line.hpp>
#include <kev/world.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

#include "ways.hpp"

namespace kev::lab06 {

using namespace std::chrono_literals;

struct counts {
    char const* name = "";
    long waits = 0;      ///< calls to wait
    long reasonless = 0; ///< of those, how many returned while the value was as before
    long plain_rounds = 0;
    long plain_inversions = 0; ///< rounds in which the second was served first
    long disturbed_rounds = 0;
    long disturbed_inversions = 0; ///< the same after an unrelated wake; see order()
    long collisions = -1;          ///< time-outs that met a wake; -1: the way has no time limits
    long lost_wakes = -1;          ///< of those, wakes that no thread got
};

/// One thread waits for a number to change, another changes it again and again, and wakes each
/// time. A wait that the second look skips leaves its alert behind, for the next one to find.
template <typename Way>
void keep_changing(counts& result, long changes) {
    variable number{0};
    std::atomic<bool> stop{false};
    std::atomic<bool> stopped{false};
    std::jthread waiter([&] {
        while (!stop) {
            std::uint32_t const now = number.load();
            Way::wait(number, now);
            ++result.waits;
            if (number.load() == now) ++result.reasonless;
        }
        stopped = true;
    });
    for (long i = 0; i < changes; ++i) {
        number.fetch_add(1);
        Way::wake_one(number);
        for (long pause = i % 64; pause > 0; --pause) kev::relax(); // try all distances
    }
    stop = true;
    while (!stopped) { // it may just have looked at `stop`
        number.fetch_add(1);
        Way::wake_one(number);
        std::this_thread::yield();
    }
}

/// Two threads begin to wait for a token, the second clearly after the first. If `disturbed`, an unrelated wake
/// wakes one of them. This thread looks, finds no token, and waits again at the end of the line. Then one token
/// comes. @return whether the second thread got it.
template <typename Way>
bool second_is_served_first(bool disturbed) {
    constexpr auto a_while = 2ms; // for others to arrive, and to sleep
    variable tokens{0};
    std::atomic<int> next_to_wait{0};
    std::atomic<int> first_served{-1};
    auto const take = [&](int index) {
        ++next_to_wait;
        for (std::uint32_t there = tokens.load();; there = tokens.load()) {
            if (there == 0) {
                Way::wait(tokens, 0);
            } else if (tokens.compare_exchange_strong(there, there - 1)) {
                break;
            }
        }
        int nobody = -1;
        first_served.compare_exchange_strong(nobody, index);
    };
    std::vector<std::jthread> waiters;
    for (int index = 0; index < 2; ++index) {
        waiters.emplace_back(take, index);
        while (next_to_wait <= index) std::this_thread::yield();
        std::this_thread::sleep_for(a_while);
    }
    if (disturbed) {
        Way::wake_one(tokens);
        std::this_thread::sleep_for(a_while);
    }
    for (int token = 0; token < 2; ++token) {
        tokens.fetch_add(1);
        Way::wake_one(tokens);
        while (tokens.load() != 0) std::this_thread::yield();
        while (first_served.load() < 0)
            std::this_thread::yield(); // it has the token, and is still to say so
    }
    waiters.clear();
    return first_served == 1;
}

/// An impatient thread waits for 1 ms. A patient thread begins after it, and waits without a limit. A token and one wake
/// come when the impatient thread's time is just up. @return whether the impatient thread left without the token, and the
/// wake did not reach the patient thread either.
template <typename Way>
bool wake_is_lost(std::chrono::microseconds delay, bool& timed_out) {
    variable tokens{0};
    std::atomic<bool> begun{false};
    std::atomic<bool> served{false};
    auto const take = [&] {
        std::uint32_t there = 1;
        return tokens.compare_exchange_strong(there, 0);
    };
    std::jthread impatient([&] {
        begun = true;
        timed_out = !Way::wait_for(tokens, 0, 1ms);
        if (!timed_out && take()) served = true;
    });
    while (!begun) std::this_thread::yield();
    auto const start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(100us);
    std::jthread patient([&] {
        while (!served && !take()) Way::wait(tokens, 0);
        served = true;
    });
    while (std::chrono::steady_clock::now() - start < 1ms + delay) kev::relax();
    tokens.fetch_add(1);
    Way::wake_one(tokens);
    impatient.join();
    // A second is enough to tell a patient thread that sleeps from one that has not run yet.
    for (int i = 0; i < 1'000 && !served; ++i) std::this_thread::sleep_for(1ms);
    bool const lost = !served;
    while (!served) { // rescues the patient thread
        Way::wake_one(tokens);
        std::this_thread::sleep_for(1ms);
    }
    tokens.store(2);
    Way::wake_one(tokens);
    return lost && timed_out;
}

template <typename Way>
counts count(int rounds) {
    counts result{Way::name};
    keep_changing<Way>(result, rounds * 5'000L);
    for (int round = 0; round < rounds; ++round) {
        ++result.plain_rounds;
        result.plain_inversions += second_is_served_first<Way>(false);
        ++result.disturbed_rounds;
        result.disturbed_inversions += second_is_served_first<Way>(true);
    }
    if constexpr (Way::has_time_limits) {
        result.collisions = result.lost_wakes = 0;
        for (int round = 0; round < rounds * 5; ++round) {
            bool timed_out = false;
            result.lost_wakes +=
                wake_is_lost<Way>(std::chrono::microseconds(round % 120), timed_out);
            result.collisions += timed_out;
        }
    }
    return result;
}

inline void print_text(std::vector<counts> const& all) {
    for (counts const& one : all) {
        std::printf("%s\n", one.name);
        std::printf("  %ld waits, of which %ld ended for no reason\n", one.waits, one.reasonless);
        std::printf("  %ld times two waited in order: the second was served first %ld times\n",
                    one.plain_rounds, one.plain_inversions);
        std::printf("  %ld times with an unrelated wake before: %ld times\n", one.disturbed_rounds,
                    one.disturbed_inversions);
        if (one.collisions >= 0)
            std::printf("  %ld time-outs beside a wake: %ld wakes were lost\n", one.collisions,
                        one.lost_wakes);
    }
}

inline void print_json(std::vector<counts> const& all) {
    std::printf("{\"variants\":[");
    for (counts const& one : all) {
        std::printf("%s{\"name\":\"%s\",\"waits\":%ld,\"reasonless\":%ld,\"rounds\":%ld,"
                    "\"inversions\":%ld,\"disturbed_inversions\":%ld",
                    &one == &all.front() ? "" : ",", one.name, one.waits, one.reasonless,
                    one.plain_rounds, one.plain_inversions, one.disturbed_inversions);
        if (one.collisions >= 0)
            std::printf(",\"timeouts\":%ld,\"lost_wakes\":%ld", one.collisions, one.lost_wakes);
        std::printf("}");
    }
    std::printf("]}\n");
}

inline void print(std::vector<counts> const& all, bool json) {
    if (json) return print_json(all);
    print_text(all);
}

} // namespace kev::lab06
