// The set around the mutex when threads meet.
#include <kev/bench/contended.hpp>
#include <kev/bench/crew.hpp>
#include <kev/bench/options.hpp>

#include "types_crowds.hpp"
#include "types_locks.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

template <typename Thing, typename Make>
void register_four(std::string const& operation, std::string const& name, Make make) {
    register_crowd<Thing>("together/" + operation + "/" + name, 4, make);
}

struct add_shared {
    template <typename Lock>
    void operator()(std::string const& name) const {
        for (auto const& [operation, one_in] : {std::pair{"no_turn_writes", 0},
                                                {"one_in_100_writes", 100},
                                                {"one_in_16_writes", 16},
                                                {"one_in_two_writes", 2}})
            register_four<Lock>(operation, name, [one_in = one_in] {
                return readers_and_writers<Lock>(static_cast<std::uint64_t>(one_in));
            });
    }
};

struct add_semaphore {
    template <typename Semaphore>
    void operator()(std::string const& name) const {
        register_four<Semaphore>("two_permits", name, [] { return two_permits<Semaphore>(); });
    }
};

struct add_recursive {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_four<Lock>("lock_recursive", name, [] { return one_at_a_time<Lock>(); });
    }
};

struct add_timed {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_four<Lock>("try_lock_for", name, [] { return attempts_in_time<Lock>(); });
        register_four<Lock>("one_limit_in_ten_passes", name,
                            [] { return attempts_in_vain<Lock>(); });
    }
};

// Two threads call each other by turns. An event serves once, so there is one for each call.
template <typename Event>
crew_result relay(crew_size size) {
    struct alignas(128) call {
        Event there{};
        Event back{};
    };
    auto const calls = std::make_unique<call[]>(size.turns);
    return run_crew(size, [&](std::size_t thread, std::uint64_t number, wait_times& waits) {
        call& mine = calls[number];
        if (thread == 0) {
            mine.there.set();
            waits.measure([&] { mine.back.wait(); });
        } else {
            waits.measure([&] { mine.there.wait(); });
            mine.back.set();
        }
    });
}

// Jain's index says nothing here: both threads have the same number of turns at any time.
struct add_event {
    template <typename Event>
    void operator()(std::string const& name) const {
        register_runs("together/relay_of_two/" + name, 100'000,
                      [](benchmark::State& state, sample_size& size) {
                          crew_result result;
                          for (auto _ : state) {
                              result = size.measure([](std::uint64_t turns) {
                                  return relay<Event>({2, turns});
                              });
                              state.SetIterationTime(result.seconds);
                          }
                          count<Event>(state, result);
                      });
    }

private:
    template <typename Event>
    static void count(benchmark::State& state, crew_result const& result) {
        auto const turns = static_cast<double>(result.used.acquisitions);
        state.counters["ns_per_turn"] = result.seconds * 1e9 / turns;
        if (counts_calls<Event>)
            state.counters["sleeps"] = static_cast<double>(result.used.sleeps) / turns;
        if (switches_are_counted())
            state.counters["switches"] = static_cast<double>(result.used.switches) / turns;
        state.counters["worst_wait_us"] =
            std::chrono::duration<double, std::micro>(result.worst_wait).count();
    }
};

} // namespace

void register_all() {
    shared_locks.measure(add_shared{});
    semaphores.measure(add_semaphore{});
    recursive_locks.measure(add_recursive{});
    timed_locks.measure(add_timed{});
    events.measure(add_event{});
}

} // namespace kev::bench
