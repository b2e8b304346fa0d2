/// @file
/// A crowd of threads that take turns for a given time: how many turns each thread gets, and how long the least lucky
/// thread waits.
#pragma once

#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/waits.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

namespace kev::bench {

/// The result of one run of a crowd.
struct crowd_result {
    double seconds = 0;
    std::uint64_t acquisitions = 0; // those that count
    std::uint64_t refused = 0; // turns that count, in which the thread did not get what it wanted
    contended_result used;     // by all turns, those that do not count, too
    double jain = 1;
    std::chrono::nanoseconds worst_wait{};
};

/// Throws std::logic_error if a check after a sample fails.
inline void expect(bool holds, char const* what) {
    if (!holds) throw std::logic_error(what);
}

/// So many additions that the compiler cannot leave out.
inline void work(int additions) {
    for (int i = 0; i < additions; ++i) benchmark::DoNotOptimize(i);
}

/// Threads that do `bool turn(thread, number, wait_times&)` of a `Doing`, again and again. A turn says whether the thread
/// got what it wanted.
template <typename Doing>
class crowd {
    using time = std::chrono::steady_clock;

public:
    crowd(int threads, Doing& doing)
        : doing_(doing), gate_(threads),
          parts_(static_cast<std::size_t>(threads), part{wait_times(counted_)}) {}

    /// Once. `duration` counts, and some time before it does not.
    crowd_result run(std::chrono::milliseconds duration) {
        std::vector<std::jthread> running;
        for (std::size_t thread = 0; thread < parts_.size(); ++thread)
            running.emplace_back([this, thread] { spend_the_time(thread); });
        gate_.wait_until_all_sleep();
        auto const opened = time::now();
        gate_.open();
        // The first to wake up has the lock to itself for some milliseconds. That does not count.
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        counted_.begin();
        std::this_thread::sleep_for(duration);
        double const counted = counted_.end();
        running.clear(); // joins
        return total(opened, counted);
    }

private:
    struct part {
        wait_times waits;
        part_of_a_run used{};
        std::uint64_t turns = 0;        // all that were had
        std::uint64_t acquisitions = 0; // those that count
        std::uint64_t refused = 0;      // those that count
    };

    void spend_the_time(std::size_t thread) {
        using phase = counted_time::phase;
        part& mine = parts_[thread];
        gate_.arrive_and_sleep();
        mine.used.begin();
        std::uint64_t number = 0;
        for (phase now; (now = counted_.roughly()) != phase::is_over; ++number) {
            bool const got_it = doing_.turn(thread, number, mine.waits);
            if (got_it) ++mine.turns;
            if (now == phase::counts) ++(got_it ? mine.acquisitions : mine.refused);
        }
        mine.used.finish();
    }

    crowd_result total(time::time_point opened, double seconds) const {
        crowd_result result;
        result.seconds = seconds;
        std::vector<part_of_a_run> used;
        std::vector<double> shares;
        std::uint64_t turns = 0;
        for (part const& each : parts_) {
            used.push_back(each.used);
            shares.push_back(static_cast<double>(each.acquisitions));
            turns += each.turns;
            result.acquisitions += each.acquisitions;
            result.refused += each.refused;
            result.worst_wait = std::max(result.worst_wait, each.waits.longest());
        }
        result.jain = jain_index(shares);
        result.used = sum_of(used, opened);
        result.used.acquisitions = turns;
        return result;
    }

    Doing& doing_;
    counted_time counted_;
    starting_gate gate_;
    std::vector<part> parts_;
};

/// The figures of a run, as counters.
template <typename Thing>
void report(benchmark::State& state, crowd_result const& result) {
    auto const turns = static_cast<double>(result.used.acquisitions);
    state.counters["million_per_s"] =
        static_cast<double>(result.acquisitions) / result.seconds / 1e6;
    if (counts_calls<Thing>) count_calls(state, result.used);
    if (switches_are_counted())
        state.counters["switches"] = static_cast<double>(result.used.switches) / turns;
    state.counters["jain"] = result.jain;
    state.counters["worst_wait_us"] =
        std::chrono::duration<double, std::micro>(result.worst_wait).count();
}

/// Registers a crowd for so long as a sample is to last. `make()` makes what its threads do with a `Thing`: an object as
/// crowd<> wants it, whose check(turns) throws if so many turns must have left it otherwise. Its figures go into the
/// counters.
template <typename Thing, typename Make>
void register_crowd(std::string const& name, int threads, Make make) {
    auto const sample = [=](benchmark::State& state) {
        watched const by_the_watchdog(name);
        crowd_result result;
        for (auto _ : state) {
            auto const length = std::chrono::duration<double>(sample_seconds());
            auto doing = make();
            result =
                crowd(threads, doing).run(std::chrono::ceil<std::chrono::milliseconds>(length));
            doing.check(result.used.acquisitions);
            state.SetIterationTime(result.seconds / static_cast<double>(result.acquisitions));
        }
        report<Thing>(state, result);
        if (result.refused > 0)
            state.counters["refused"] = static_cast<double>(result.refused) /
                                        static_cast<double>(result.refused + result.acquisitions);
    };
    benchmark::RegisterBenchmark(name.c_str(), sample)->UseManualTime()->Iterations(1);
}

/// The additions of a turn inside the lock, and outside.
struct crowd_habits {
    int inside = 0;
    int outside = 0;
};

/// Threads that lock, hold, unlock and stay away for a moment.
template <typename Lock>
class lock_and_stay_away {
public:
    explicit lock_and_stay_away(crowd_habits habits) : habits_(habits) {}

    bool turn(std::size_t /*thread*/, std::uint64_t /*number*/, wait_times& waits) {
        waits.measure([this] { return guarded_.lock.try_lock(); },
                      [this] { guarded_.lock.lock(); });
        guarded_.counter = guarded_.counter + 1;
        work(habits_.inside);
        guarded_.lock.unlock();
        work(habits_.outside);
        return true;
    }

    void check(std::uint64_t turns) const {
        expect(guarded_.counter == turns, "the lock did not exclude");
    }

private:
    crowd_habits habits_;
    // The lock and what it protects on cache lines of their own.
    struct alignas(128) {
        Lock lock{};
        alignas(128) std::uint64_t counter = 0;
    } guarded_;
};

/// Registers the two crowds that the labs compare: the convoy has no work inside the lock and none outside, the crowd has
/// a little inside and twice as much outside.
struct add_crowds {
    template <typename Lock>
    void operator()(std::string const& name) const {
        add<Lock>("convoy/" + name, 8, {0, 0});
        add<Lock>("crowd/" + name, 16, {50, 100});
    }

private:
    template <typename Lock>
    static void add(std::string const& name, int threads, crowd_habits habits) {
        register_crowd<Lock>(name + "/threads:" + std::to_string(threads), threads,
                             [=] { return lock_and_stay_away<Lock>(habits); });
    }
};

} // namespace kev::bench
