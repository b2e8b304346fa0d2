// The set around the mutex when threads meet: one row for each type.
#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>

#include "crew.hpp"
#include "set_locks.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

constexpr int threads = 4;

// One iteration is one whole run, run(size), of a `Thing`.
template <typename Thing, typename Run>
void register_crew(std::string const& what, std::string const& name, crew_size published, Run run) {
    register_runs("together/" + what + "/" + name, published.turns,
                  [=](benchmark::State& state, sample_size& size) {
                      contended_result result;
                      for (auto _ : state) {
                          result = size.measure([&](std::uint64_t turns) {
                              return run(crew_size{published.threads, turns});
                          });
                          state.SetIterationTime(result.seconds);
                      }
                      count<Thing>(state, result);
                  });
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
        register_crew<Lock>("one_in_16_writes", name, {threads, 3'000'000},
                            readers_and_writers<Lock>);
    }
};

struct add_semaphore {
    template <typename Semaphore>
    void operator()(std::string const& name) const {
        register_crew<Semaphore>("two_permits", name, {threads, 400'000},
                                 too_few_permits<Semaphore>);
    }
};

struct add_recursive {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_crew<Lock>("lock_recursive", name, {threads, 3'000'000}, one_at_a_time<Lock>);
    }
};

struct add_timed {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_crew<Lock>("try_lock_for", name, {threads, 3'000'000},
                            one_at_a_time<with_a_limit<Lock>>);
    }
};

struct add_event {
    template <typename Event>
    void operator()(std::string const& name) const {
        register_crew<Event>("relay_of_two", name, {2, 100'000}, relay<Event>);
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
