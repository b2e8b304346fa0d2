// Does it pay to spin? Threads that keep the lock for a while, and are as long without it: those that
// wait spin never (lab 03's fast_mutex), while nobody sleeps (its yielding_mutex), or as the counter says.
#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>

#include "locks.hpp"

#include <cstdint>
#include <string>

namespace kev::bench {

namespace {

/// Works for about so many nanoseconds of a processor, without a look at any clock.
template <int Pauses>
void work() noexcept {
    for (int i = 0; i < Pauses; ++i) kev::relax();
}

template <typename Lock, int Pauses>
class held {
public:
    void lock() noexcept {
        lock_.lock();
        work<Pauses>();
    }
    void unlock() noexcept { lock_.unlock(); }

private:
    Lock lock_;
};

} // namespace

// It tells what its lock tells.
template <typename Lock, int Pauses>
inline constexpr bool counts_calls<held<Lock, Pauses>> = counts_calls<Lock>;

namespace {

template <int Pauses>
struct as_long_without {
    void operator()(std::uint64_t /*turn*/) const noexcept { work<Pauses>(); }
};

constexpr int threads = 4;

template <int Pauses>
struct add_hold {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_contended<held<Lock, Pauses>, as_long_without<Pauses>>(
            "held/" + name + "/pauses:" + std::to_string(Pauses), threads, 1 << 20);
    }
};

} // namespace

void register_all() {
    all_locks.measure(add_hold<10>());
    all_locks.measure(add_hold<100>());
    all_locks.measure(add_hold<1000>());
}

} // namespace kev::bench
