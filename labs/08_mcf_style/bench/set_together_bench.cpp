// The set around the mutex when threads meet: one row for each type.
#include <kev/bench/options.hpp>

#include "crew.hpp"
#include "set_locks.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

constexpr int threads = 4;

std::uint64_t scaled(double turns) {
    return static_cast<std::uint64_t>(std::max(16.0, turns * scale()));
}

// One iteration is one whole run.
template <typename Run>
void register_run(std::string const& what, std::string const& name, Run run) {
    benchmark::RegisterBenchmark(("together/" + what + "/" + name).c_str(),
                                 [run](benchmark::State& state) {
                                     contended_result result;
                                     for (auto _ : state) {
                                         result = run();
                                         state.SetIterationTime(result.seconds);
                                     }
                                     count(state, result);
                                 })
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

void work() noexcept {
    for (int i = 0; i < 10; ++i) kev::relax();
}

void expect(bool holds, char const* what) {
    if (!holds) throw std::logic_error(what);
}

// Every sixteenth turn writes, the others read.
template <typename Lock>
contended_result readers_and_writers(crew_size size) {
    alignas(128) Lock lock{};
    alignas(128) std::uint64_t first = 0;
    std::uint64_t second = 0;
    std::atomic<bool> torn{false};
    contended_result const result = run_crew(size, [&](int, std::uint64_t number) {
        if (number % 16 == 0) {
            lock.lock();
            ++first;
            work();
            ++second;
            lock.unlock();
        } else {
            lock.lock_shared();
            // relaxed: it is read when all threads were joined.
            if (first != second) torn.store(true, std::memory_order_relaxed);
            work();
            lock.unlock_shared();
        }
    });
    // relaxed: the threads were joined.
    expect(!torn.load(std::memory_order_relaxed), "a reader saw half a write");
    return result;
}

// Half as many permits as threads.
template <typename Semaphore>
contended_result too_few_permits(crew_size size) {
    alignas(128) Semaphore semaphore(size.threads / 2);
    alignas(128) std::atomic<int> inside{0};
    std::atomic<bool> too_many{false};
    contended_result const result = run_crew(size, [&](int, std::uint64_t) {
        semaphore.acquire();
        // relaxed, all three: only the number counts, and the verdict is read after the end of all threads.
        if (inside.fetch_add(1, std::memory_order_relaxed) >= size.threads / 2)
            too_many.store(true, std::memory_order_relaxed);
        work();
        inside.fetch_sub(1, std::memory_order_relaxed);
        semaphore.release();
    });
    // relaxed: the threads were joined.
    expect(!too_many.load(std::memory_order_relaxed), "more threads inside than permits");
    return result;
}

// All want one lock.
template <typename Lock>
contended_result one_at_a_time(crew_size size) {
    alignas(128) Lock lock{};
    alignas(128) std::uint64_t counter = 0;
    contended_result const result = run_crew(size, [&](int, std::uint64_t) {
        lock.lock();
        ++counter;
        work();
        lock.unlock();
    });
    expect(counter == result.acquisitions, "the lock did not exclude");
    return result;
}

// Two threads call each other by turns. An event serves once, so there is one for each call.
template <typename Event>
contended_result relay(crew_size size) {
    struct alignas(128) call {
        Event there{};
        Event back{};
    };
    auto const calls = std::make_unique<call[]>(size.turns);
    return run_crew(size, [&](int thread, std::uint64_t number) {
        call& mine = calls[number];
        if (thread == 0) {
            mine.there.set();
            mine.back.wait();
        } else {
            mine.there.wait();
            mine.back.set();
        }
    });
}

struct add_shared {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_run("one_in_16_writes", name, [] {
            return readers_and_writers<Lock>({threads, scaled(3e6)});
        });
    }
};

struct add_semaphore {
    template <typename Semaphore>
    void operator()(std::string const& name) const {
        register_run("two_permits", name, [] {
            return too_few_permits<Semaphore>({threads, scaled(4e5)});
        });
    }
};

struct add_recursive {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_run("lock_recursive", name, [] {
            return one_at_a_time<Lock>({threads, scaled(3e6)});
        });
    }
};

struct add_timed {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_run("try_lock_for", name, [] {
            return one_at_a_time<with_a_limit<Lock>>({threads, scaled(3e6)});
        });
    }
};

struct add_event {
    template <typename Event>
    void operator()(std::string const& name) const {
        register_run("relay_of_two", name, [] { return relay<Event>({2, scaled(1e5)}); });
    }
};

} // namespace

void register_all() {
    shared_locks.visit(add_shared{});
    semaphores.visit(add_semaphore{});
    recursive_locks.visit(add_recursive{});
    timed_locks.visit(add_timed{});
    events.visit(add_event{});
}

} // namespace kev::bench
