/// @file
/// The longest wait of a thread, in the part of a run that counts.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <type_traits>

namespace kev::bench {

/// The part of a run that counts, as all threads of the run see it.
class counted_time {
    using time = std::chrono::steady_clock;

public:
    enum class phase { does_not_count, counts, is_over };

    /// From now on everything counts. By the thread that runs the others.
    void begin() noexcept {
        begin_ = time::now();
        // release: a thread that counts knows since when.
        phase_.store(phase::counts, std::memory_order_release);
    }

    /// Nothing counts any more. @return how many seconds have counted.
    double end() noexcept {
        // release: as above, for a thread that sees this phase only.
        phase_.store(phase::is_over, std::memory_order_release);
        return std::chrono::duration<double>(time::now() - begin_).count();
    }

    /// For a thread that only wants to know whether it goes on.
    phase roughly() const noexcept {
        // relaxed: nothing is read after it.
        return phase_.load(std::memory_order_relaxed);
    }

    /// How much of a wait counts that began at `start` and ends now. A wait counts if it *ends* while counting, with the
    /// part of it since then: a thread that is kept out from the beginning on is not to be missed.
    std::chrono::nanoseconds of_a_wait_since(time::time_point start) const noexcept {
        // acquire: as begin() and end() say.
        if (phase_.load(std::memory_order_acquire) == phase::does_not_count) return {};
        return time::now() - std::max(start, begin_);
    }

private:
    std::atomic<phase> phase_{phase::does_not_count};
    time::time_point begin_;
};

/// The waits of one thread, of which the longest is kept.
class wait_times {
    using time = std::chrono::steady_clock;

public:
    explicit wait_times(counted_time const& counted) noexcept : counted_(&counted) {}

    /// Calls at_once(), and wait() if that has failed. Only a thread that fails at once reads the clock: it would cost
    /// the other threads more than the lock does.
    template <typename AtOnce, typename Wait>
    void measure(AtOnce at_once, Wait wait) {
        if (!at_once()) measure(wait);
    }

    /// Calls wait(), and reads the clock before and after it. @return what wait() returns.
    template <typename Wait>
    auto measure(Wait wait) {
        auto const start = time::now();
        if constexpr (std::is_void_v<decltype(wait())>) {
            wait();
            keep(counted_->of_a_wait_since(start));
        } else {
            auto const result = wait();
            keep(counted_->of_a_wait_since(start));
            return result;
        }
    }

    std::chrono::nanoseconds longest() const noexcept { return longest_; }

private:
    void keep(std::chrono::nanoseconds wait) noexcept { longest_ = std::max(longest_, wait); }

    counted_time const* counted_;
    std::chrono::nanoseconds longest_{};
};

} // namespace kev::bench
