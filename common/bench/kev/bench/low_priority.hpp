/// @file
/// The experiment of labs 03 and 07 on waiting beside threads of low priority: what the waiters leave to a
/// computation, and what the lock loses beside it.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <kev/bench/background.hpp>
#include <kev/bench/candidates.hpp>
#include <kev/bench/command_line.hpp>

namespace kev::bench {

/// How the computations beside a lock are scheduled.
enum class computation {
    none,   ///< there are none
    nice,   ///< the lowest ordinary priority: nice 19 on Linux
    idle,   ///< SCHED_IDLE
    strict, ///< SCHED_FIFO, one level below the threads of the lock
};

/// Gives the calling thread the priority of such a computation. @return false if the system refuses.
inline bool become(computation kind) noexcept {
    switch (kind) {
    case computation::none:
        return true;
    case computation::nice:
        return lower_this_threads_priority();
    case computation::idle:
        return idle_this_thread();
    case computation::strict:
        return set_strict_priority(1);
    }
    return false;
}

/// A thread that takes a `Lock` again and again, on the processor of a computation of one kind. On another
/// processor a second thread owns the lock half of the time, for some microseconds each.
template <typename Lock>
class contest_beside {
public:
    explicit contest_beside(computation beside) : strict_(beside == computation::strict) {
        if (strict_ && !set_strict_priority(3))
            refused_ = true; // or this thread could not end the others
        if (refused_) return;
        threads_.emplace_back([this] { take(0, std::chrono::microseconds(10)); });
        threads_.emplace_back([this] { take(1, std::chrono::microseconds(1)); });
        if (beside != computation::none)
            threads_.emplace_back([this, beside] { compute(1, beside); });
    }
    ~contest_beside() {
        stop_ = true;
        threads_.clear();
        if (strict_) set_strict_priority(0);
    }

    /// Acquisitions a second of the thread beside the computation. Blocks for `length`.
    /// @return 0 if the system refuses the priorities.
    double speed(std::chrono::duration<double> length) {
        using time = std::chrono::steady_clock;
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // all have started
        std::uint64_t const first = taken_[1];
        auto const start = time::now();
        std::this_thread::sleep_for(length);
        double const taken = static_cast<double>(taken_[1] - first);
        return refused_ ? 0 : taken / std::chrono::duration<double>(time::now() - start).count();
    }

private:
    static void work(std::chrono::nanoseconds length) noexcept {
        using time = std::chrono::steady_clock;
        for (auto const end = time::now() + length; time::now() < end;) kev::relax();
    }

    void take(std::size_t processor, std::chrono::nanoseconds held) {
        pin_this_thread(static_cast<int>(processor));
        if (strict_ && !set_strict_priority(2)) refused_ = true;
        // relaxed: the end of the run and a count; nothing else hangs on them, here and below.
        while (!stop_.load(std::memory_order_relaxed)) {
            {
                std::lock_guard const guard(lock_);
                work(held);
            }
            taken_[processor].fetch_add(1, std::memory_order_relaxed);
            work(held);
        }
    }

    void compute(int processor, computation kind) {
        pin_this_thread(processor);
        if (!become(kind)) refused_ = true;
        // relaxed: as above.
        while (!refused_ && !stop_.load(std::memory_order_relaxed)) kev::relax();
    }

    Lock lock_;
    bool strict_;
    std::atomic<bool> stop_{false};
    std::atomic<bool> refused_{false};
    std::array<std::atomic<std::uint64_t>, 2> taken_{};
    std::vector<std::jthread> threads_;
};

/// The measurements of one lock, round by round. Rounds in which nothing ran, or priorities were refused, have a 0.
struct beside_computations {
    std::string lock;
    std::vector<double> left;                 ///< steps a second of the computation beside waiters
    std::array<std::vector<double>, 4> taken; ///< acquisitions a second, by the kind of computation
};

/// The main() of lab 03's and lab 07's program:
/// @code
/// lab03_yield_starvation [--seconds S] [--strict] [--json]
/// @endcode
/// S is the time for each lock (2). All locks are measured in short rounds by turns, so that other load falls
/// on all alike. `--strict` adds computations under SCHED_FIFO, which keep the ordinary programs of one
/// processor waiting meanwhile.
template <typename... Locks>
class low_priority_program {
public:
    explicit low_priority_program(candidates<Locks...> const& locks) : locks_(locks) {}

    /// Returns main()'s status.
    int run(int argc, char const* const* argv) {
        command_line line(argc, argv, "[--seconds S] [--strict] [--json]\nS: for each lock (2)");
        piece_ = line.seconds("--seconds", 2) / (pieces * rounds);
        strict_ = line.has("--strict");
        bool const json = line.has("--json");
        line.finish();
        if (can_measure_background_speed()) measure();
        print(json);
        return 0;
    }

private:
    static constexpr int rounds = 5;
    static constexpr int pieces = 4;
    static constexpr std::array kinds{computation::none, computation::nice, computation::idle,
                                      computation::strict};
    static constexpr std::array<char const*, 4> names{"alone", "nice", "idle", "strict"};

    void measure() {
        seen_.push_back({"nobody waits", {}, {}});
        locks_.visit([&]<typename Lock>(std::string const& name) {
            seen_.push_back({name, {}, {}});
        });
        for (int round = 0; round < rounds; ++round) {
            std::size_t place = 0;
            seen_[place++].left.push_back(background_speed<no_lock>(piece_, 0));
            locks_.visit([&]<typename Lock>(std::string const&) { measure<Lock>(seen_[place++]); });
        }
    }

    template <typename Lock>
    void measure(beside_computations& of) {
        of.left.push_back(background_speed<Lock>(piece_, 2));
        for (std::size_t kind = 0; kind < (strict_ ? 4 : 3); ++kind)
            of.taken[kind].push_back(contest_beside<Lock>(kinds[kind]).speed(piece_));
    }

    static void print_list(char const* name, std::vector<double> const& values) {
        if (values.empty()) return;
        std::printf(", \"%s\": [", name);
        char const* between = "";
        for (double const value : values) {
            std::printf("%s%.6g", between, value);
            between = ", ";
        }
        std::printf("]");
    }

    void print(bool json) const {
        if (json) std::printf("{\"locks\": [");
        char const* between = "";
        for (beside_computations const& each : seen_) {
            std::printf("%s{\"name\": \"%s\"", between, each.lock.c_str());
            print_list("left", each.left);
            for (std::size_t kind = 0; kind < names.size(); ++kind)
                print_list(names[kind], each.taken[kind]);
            std::printf("}");
            between = json ? ",\n" : "\n";
        }
        std::printf(json ? "]}\n" : "\n");
    }

    candidates<Locks...> locks_;
    std::chrono::duration<double> piece_{};
    bool strict_ = false;
    std::vector<beside_computations> seen_;
};

} // namespace kev::bench
