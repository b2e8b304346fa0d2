// Work that takes a known time if it is not interrupted.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace kev::lab07 {

/// Computes for a given time, as a number of steps. It does not look at the clock, because a thread that has lost its
/// processor for a while must still do all its work.
class work {
public:
    explicit work(std::chrono::nanoseconds length)
        : steps_(static_cast<std::uint64_t>(static_cast<double>(length.count()) *
                                            steps_a_nanosecond())) {}

    void operator()() const noexcept { run(steps_); }

private:
    static void run(std::uint64_t steps) noexcept {
        // A chain of dependent steps that a compiler cannot shorten. The store makes the result necessary.
        std::uint64_t value = steps | 1;
        for (std::uint64_t i = 0; i < steps; ++i) {
            value ^= value << 13;
            value ^= value >> 7;
            value ^= value << 17;
        }
        thread_local std::atomic<std::uint64_t> sink{0};
        // relaxed: no thread reads it.
        sink.store(value, std::memory_order_relaxed);
    }

    static double steps_a_nanosecond() {
        static double const speed = [] {
            using time = std::chrono::steady_clock;
            constexpr std::uint64_t steps = 100'000;
            double fastest = 1e18;
            for (int i = 0; i < 20; ++i) { // the fastest run was not interrupted
                auto const start = time::now();
                run(steps);
                std::chrono::duration<double, std::nano> const took = time::now() - start;
                fastest = std::min(fastest, took.count());
            }
            return static_cast<double>(steps) / fastest;
        }();
        return speed;
    }

    std::uint64_t steps_;
};

} // namespace kev::lab07
