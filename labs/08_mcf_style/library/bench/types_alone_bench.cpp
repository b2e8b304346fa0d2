// The cost of each operation of the set around the mutex, while no other thread uses the object.
#include <kev/bench/options.hpp>
#include <kev/bench/uncontended.hpp>

#include "types_locks.hpp"

#include <string>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

template <typename Operation>
void register_operation(std::string const& operation, std::string const& name, Operation run) {
    benchmark::RegisterBenchmark(("alone/" + operation + "/" + name).c_str(), run)->MinTime(0.02);
}

// A turn is `first` and then `second`, with a count between them that keeps the two apart.
template <typename Object, typename First, typename Second>
void turns(benchmark::State& state, Object& object, First first, Second second) {
    long counter = 0;
    for (auto _ : state) {
        first(object);
        benchmark::DoNotOptimize(++counter);
        second(object);
    }
}

struct add_shared {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_operation("lock_shared", name, [](benchmark::State& state) {
            alignas(128) Lock lock{};
            turns(
                state, lock, [](Lock& mine) { mine.lock_shared(); },
                [](Lock& mine) { mine.unlock_shared(); });
        });
        add_pair{"alone/lock_exclusive"}.operator()<Lock>(name);
    }
};

struct add_semaphore {
    template <typename Semaphore>
    void operator()(std::string const& name) const {
        register_operation("acquire_and_release", name, [](benchmark::State& state) {
            alignas(128) Semaphore semaphore(1);
            turns(
                state, semaphore, [](Semaphore& mine) { mine.acquire(); },
                [](Semaphore& mine) { mine.release(); });
        });
    }
};

struct add_recursive {
    template <typename Lock>
    void operator()(std::string const& name) const {
        add_pair{"alone/lock_recursive"}.operator()<Lock>(name);
        register_operation("lock_recursive_again", name, [](benchmark::State& state) {
            alignas(128) Lock lock{};
            lock.lock();
            turns(
                state, lock, [](Lock& mine) { mine.lock(); }, [](Lock& mine) { mine.unlock(); });
            lock.unlock();
        });
    }
};

struct add_timed {
    template <typename Lock>
    void operator()(std::string const& name) const {
        add_pair{"alone/try_lock_for"}.operator()<with_a_limit<Lock>>(name);
    }
};

struct add_event {
    template <typename Event>
    void operator()(std::string const& name) const {
        register_operation("wait,_it_is_set", name, [](benchmark::State& state) {
            alignas(128) Event event{};
            event.set();
            for (auto _ : state) {
                event.wait();
                benchmark::ClobberMemory(); // it must be looked at each time
            }
        });
    }
};

struct add_condvar {
    template <typename Pair>
    void operator()(std::string const& name) const {
        register_operation("notify_one,_nobody_waits", name, [](benchmark::State& state) {
            alignas(128) typename Pair::condvar condition{};
            for (auto _ : state) {
                condition.notify_one();
                benchmark::ClobberMemory();
            }
        });
    }
};

} // namespace

void register_all() {
    shared_locks.visit(add_shared{});
    semaphores.visit(add_semaphore{});
    recursive_locks.visit(add_recursive{});
    timed_locks.visit(add_timed{});
    events.visit(add_event{});
    condvars.visit(add_condvar{});
}

} // namespace kev::bench
