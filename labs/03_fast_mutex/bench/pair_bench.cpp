// Lock and unlock by one thread that nobody disturbs: what a program pays when locks do not fight.
#include <kev/bench/options.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/lab03/article_mutex.hpp>
#include <kev/lab03/asymmetric_mutex.hpp>
#include <kev/lab03/fast_mutex.hpp>

#include <string>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

// The least that a lock can do, and no lock: one read-modify-write and one store, or two of the first.
class one_rmw {
public:
    void lock() noexcept { word_.exchange(1, std::memory_order_acquire); }
    void unlock() noexcept { word_.store(0, std::memory_order_release); }

private:
    std::atomic<std::uint32_t> word_{0};
};

class two_rmws {
public:
    void lock() noexcept { word_.exchange(1, std::memory_order_acquire); }
    void unlock() noexcept { word_.exchange(0, std::memory_order_release); }

private:
    std::atomic<std::uint32_t> word_{0};
};

template <typename Lock>
void pair(benchmark::State& state) {
    alignas(128) Lock lock{};
    long counter = 0;
    for (auto _ : state) {
        lock.lock();
        benchmark::DoNotOptimize(++counter);
        lock.unlock();
    }
}

struct add_pair {
    template <typename Lock>
    void operator()(std::string const& name) const {
        benchmark::RegisterBenchmark(("pair/" + name).c_str(), pair<Lock>)->MinTime(0.02);
    }
};

} // namespace

void register_all() {
    add_pair const add;
    add.operator()<one_rmw>("limit:one_rmw_and_a_store");
    add.operator()<two_rmws>("limit:two_rmws");
    add.operator()<lab03::fast_mutex>("fast_mutex");
    add.operator()<lab03::asymmetric_mutex>("asymmetric_mutex");
    add.operator()<lab03::article_mutex>("article_mutex");
    for_each_system_lock(add);
}

} // namespace kev::bench
