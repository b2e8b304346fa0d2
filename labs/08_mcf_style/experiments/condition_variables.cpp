// The cost of positions and slots in a condition variable, beside the counter of step 1, which always sleeps by key. This
// program is built in both ways (lab08_condition_variables, lab08_keyed_condition_variables).
//
// The argument is the number of round trips of the relay. Each row is run nine times by each candidate, by turns, and the
// fastest run is printed, which other programs have disturbed least. A row has: nanoseconds, sleeps, wake-ups, futex calls
// of the emulated keyed event, and context switches, each for one round. By address, a sleep and a wake-up are a call of the
// kernel each.
#include <kev/bench/contention.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/counter_condvar.hpp>
#include <kev/lab08/mutex.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using kev::bench::contended_result;
using kev::bench::part_of_a_run;
using kev::lab08::mutex;

// Runs body(0), ..., body(threads - 1) in threads of their own.
contended_result run(int threads, std::uint64_t rounds, std::function<void(int)> const& body) {
    std::vector<part_of_a_run> parts(static_cast<std::size_t>(threads));
    auto const start = std::chrono::steady_clock::now();
    {
        std::vector<std::jthread> running;
        for (int index = 0; index < threads; ++index)
            running.emplace_back([&, index] {
                part_of_a_run& mine = parts[static_cast<std::size_t>(index)];
                mine.begin();
                body(index);
                mine.finish();
            });
    }
    contended_result result = kev::bench::sum_of(parts, start);
    result.acquisitions = rounds;
    return result;
}

template <typename Condvar>
void wait_until(Condvar& changed, std::unique_lock<mutex>& lock, auto holds) {
    while (!holds()) changed.wait(lock);
}

// Two threads have a turn each. A round is both turns.
template <typename Condvar>
contended_result relay(std::uint64_t rounds) {
    mutex m;
    std::array<Condvar, 2> changed;
    std::uint64_t turn = 0;
    return run(2, rounds, [&](int index) {
        auto const mine = static_cast<std::size_t>(index);
        for (std::uint64_t i = 0; i < rounds; ++i) {
            std::unique_lock lock(m);
            wait_until(changed[mine], lock, [&] { return turn % 2 == mine; });
            ++turn;
            lock.unlock();
            changed[1 - mine].notify_one();
        }
    });
}

// Two producers and two consumers have a queue of 64 places. A round is one item.
template <typename Condvar>
contended_result queue(std::uint64_t rounds) {
    mutex m;
    Condvar not_full;
    Condvar not_empty;
    int filled = 0;
    return run(4, rounds, [&](int index) {
        for (std::uint64_t i = 0; i < rounds / 2; ++i) {
            std::unique_lock lock(m);
            if (index % 2 == 0) {
                wait_until(not_full, lock, [&] { return filled < 64; });
                ++filled;
            } else {
                wait_until(not_empty, lock, [&] { return filled > 0; });
                --filled;
            }
            lock.unlock();
            (index % 2 == 0 ? not_empty : not_full).notify_one();
        }
    });
}

// A barrier: the thread that comes last broadcasts to all others, with the mutex owned. (With it free, the counter may pass
// a waiter over forever.) A round is one broadcast.
template <typename Condvar, int Waiters>
contended_result broadcast(std::uint64_t rounds) {
    mutex m;
    Condvar changed;
    int missing = Waiters + 1;
    std::uint64_t generation = 0;
    return run(Waiters + 1, rounds, [&](int) {
        for (std::uint64_t round = 0; round < rounds; ++round) {
            std::unique_lock lock(m);
            if (--missing == 0) {
                missing = Waiters + 1;
                ++generation;
                changed.notify_all();
            } else {
                wait_until(changed, lock, [&] { return generation > round; });
            }
        }
    });
}

using trial = contended_result (*)(std::uint64_t);
using counter = kev::lab08::counter_condvar;
using positions = kev::lab08::condition_variable;

void print(char const* row, char const* candidate, contended_result const& result) {
    auto const each = static_cast<double>(result.acquisitions);
    auto const per = [each](std::uint64_t count) { return static_cast<double>(count) / each; };
    std::printf("%-14s %-16s ns %9.1f  sleeps %8.4f  wakes %8.4f  futex %8.4f  switches %8.4f\n",
                row, candidate, result.seconds * 1e9 / each, per(result.sleeps), per(result.wakes),
                per(result.futex_calls), per(result.switches));
    std::fflush(stdout);
}

void compare(char const* row, std::uint64_t rounds, trial of_counter, trial of_positions) {
    constexpr std::size_t runs = 9;
    std::array<contended_result, runs> old_runs;
    std::array<contended_result, runs> new_runs;
    for (std::size_t i = 0; i < runs; ++i) {
        old_runs[i] = of_counter(rounds);
        new_runs[i] = of_positions(rounds);
    }
    auto const fastest = [](std::array<contended_result, runs> const& results) {
        return *std::min_element(results.begin(), results.end(), [](auto const& a, auto const& b) {
            return a.seconds < b.seconds;
        });
    };
    print(row, "counter by key", fastest(old_runs));
    print(row, "slots by address", fastest(new_runs));
}

} // namespace

int main(int argc, char** argv) {
    std::uint64_t const rounds =
        argc > 1 ? std::strtoull(argv[1], nullptr, 10) : std::uint64_t{20'000};
    compare("relay", rounds, relay<counter>, relay<positions>);
    compare("queue of 64", rounds * 10, queue<counter>, queue<positions>);
    compare("broadcast/4", rounds / 4, broadcast<counter, 4>, broadcast<positions, 4>);
    compare("broadcast/16", rounds / 16, broadcast<counter, 16>, broadcast<positions, 16>);
    compare("broadcast/64", rounds / 64, broadcast<counter, 64>, broadcast<positions, 64>);
}
