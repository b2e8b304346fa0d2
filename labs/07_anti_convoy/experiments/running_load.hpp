// Threads that come back to one lock again and again.
#pragma once

#include "load.hpp"
#include "work.hpp"

#include <kev/bench/contention.hpp>
#include <kev/bench/scheduling.hpp>
#include <kev/trace/log.hpp>
#include <kev/world.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

namespace kev::lab07 {

/// Runs a load on a lock that it creates.
template <typename Lock>
class running_load {
public:
    explicit running_load(load const& asked)
        : asked_(asked), hold_(asked.hold), gap_(asked.gap),
          seats_(static_cast<std::size_t>(asked.threads)), parts_(seats_.size()) {}

    std::vector<seat> const& seats() const noexcept { return seats_; }

    /// The next owner sleeps for so long while it owns the lock, as if its page had to be read from a disk.
    void disturb(nanoseconds length) noexcept {
        // relaxed: only the number is passed. The owner that sees it takes it out, in own_and_leave().
        disturbance_.store(length.count(), std::memory_order_relaxed);
    }

    /// Starts the threads together, calls watch(), which decides how long they run, and ends them. While trace::recording(),
    /// thread n writes into log n, if there are logs. Throws std::logic_error if the lock did not exclude.
    template <typename Watch>
    load_result run(Watch watch, std::vector<trace::log>* logs = nullptr) {
        bench::starting_gate gate(asked_.threads);
        std::vector<std::jthread> running;
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            running.emplace_back([this, i, logs, &gate] {
                gate.arrive_and_sleep();
                trace::this_threads_log() = logs != nullptr ? &(*logs)[i] : nullptr;
                parts_[i] = live(seats_[i]);
            });
        }
        gate.wait_until_all_sleep();
        start_ = std::chrono::steady_clock::now();
        gate.open();
        if (asked_.warm_up.count() > 0) std::this_thread::sleep_for(asked_.warm_up);
        std::vector<std::uint64_t> const before = turns_so_far();
        counted_from_ = std::chrono::steady_clock::now();
        counted_after_ = counter_.value.load(std::memory_order_relaxed); // relaxed: a count
        // release: pairs with the acquire in timed_turn(): a thread that counts knows since when.
        counting_.store(true, std::memory_order_release);
        watch();
        // relaxed: the threads end their loops when they see it.
        stop_.store(true, std::memory_order_relaxed);
        auto const lasted = std::chrono::steady_clock::now() - counted_from_;
        load_result sum = since(before);
        running.clear(); // joins
        add_parts(sum);
        sum.seconds = std::chrono::duration<double>(lasted).count();
        return sum;
    }

private:
    load_result live(seat& mine) {
        load_result part; // not in parts_, where the other threads' parts share its cache lines
        part.bins.resize(asked_.bins);
        std::uint64_t switches = 0, sleeps = 0;
        bool counting = false;
        // relaxed: see run().
        for (std::uint64_t turns = 1; !stop_.load(std::memory_order_relaxed); ++turns) {
            if (!counting && counting_.load(std::memory_order_relaxed)) { // relaxed: see run()
                counting = true;
                switches = bench::this_thread_switches();
                sleeps = this_thread_tally().waits;
            }
            gap_();
            asked_.timed ? timed_turn(mine, part) : turn(mine);
            // relaxed: a count for the watching thread.
            mine.turns.store(turns, std::memory_order_relaxed);
            if (counting) ++part.acquisitions;
            if (!part.bins.empty()) count(part.bins);
        }
        part.switches = counting ? bench::this_thread_switches() - switches : 0;
        part.sleeps = counting ? this_thread_tally().waits - sleeps : 0;
        return part;
    }

    void count(std::vector<std::uint64_t>& bins) const {
        auto const bin = (std::chrono::steady_clock::now() - start_) / asked_.bin;
        if (bin < std::ssize(bins)) ++bins[static_cast<std::size_t>(bin)];
    }

    void enter(seat& mine) {
        // relaxed: a flag for the watching thread.
        mine.waiting.store(true, std::memory_order_relaxed);
        guarded_.lock.lock();
        // relaxed: a flag for the watching thread.
        mine.waiting.store(false, std::memory_order_relaxed);
    }

    void turn(seat& mine) {
        enter(mine);
        own_and_leave();
    }

    // Of a wait that ends while turns are counted, the part since the counting began counts.
    void timed_turn(seat& mine, load_result& part) {
        auto const arrived = std::chrono::steady_clock::now();
        // relaxed: a count. The lock orders its changes.
        std::uint64_t const before = counter_.value.load(std::memory_order_relaxed);
        enter(mine);
        auto const now = counter_.value.load(std::memory_order_relaxed); // relaxed: a count
        auto const entered = std::chrono::steady_clock::now();
        own_and_leave();
        // acquire: pairs with the release in run(): counted_from_ is set.
        if (!counting_.load(std::memory_order_acquire)) return;
        part.longest_wait =
            std::max(part.longest_wait, nanoseconds(entered - std::max(arrived, counted_from_)));
        auto const since = std::max(before, counted_after_); // may be later than now, if just begun
        part.most_passed = std::max(part.most_passed, now - std::min(now, since));
    }

    void own_and_leave() {
        // relaxed: the lock orders the changes. This is not an increment, so that counts get lost if the lock does not
        // exclude.
        counter_.value.store(counter_.value.load(std::memory_order_relaxed) + 1,
                             std::memory_order_relaxed);
        hold_();
        // relaxed: see disturb().
        if (disturbance_.load(std::memory_order_relaxed) > 0) [[unlikely]] {
            // relaxed: only the number is passed.
            std::this_thread::sleep_for(
                nanoseconds(disturbance_.exchange(0, std::memory_order_relaxed)));
        }
        guarded_.lock.unlock();
    }

    std::vector<std::uint64_t> turns_so_far() const {
        std::vector<std::uint64_t> turns;
        // relaxed: a count each.
        for (seat const& each : seats_) turns.push_back(each.turns.load(std::memory_order_relaxed));
        return turns;
    }

    // The turns of the threads when the time is up. After that, threads that were kept out catch up.
    load_result since(std::vector<std::uint64_t> const& before) const {
        load_result sum;
        std::vector<double> shares;
        auto const now = turns_so_far();
        for (std::size_t i = 0; i < now.size(); ++i) {
            sum.acquisitions += now[i] - before[i];
            shares.push_back(static_cast<double>(now[i] - before[i]));
        }
        sum.jain = bench::jain_index(shares);
        return sum;
    }

    void add_parts(load_result& sum) const {
        sum.bins.resize(asked_.bins);
        for (load_result const& part : parts_) {
            sum.sleeps += part.sleeps;
            sum.switches += part.switches;
            sum.longest_wait = std::max(sum.longest_wait, part.longest_wait);
            sum.most_passed = std::max(sum.most_passed, part.most_passed);
            for (std::size_t i = 0; i < part.bins.size(); ++i) sum.bins[i] += part.bins[i];
        }
        std::uint64_t turns = 0;
        for (std::uint64_t const each : turns_so_far()) turns += each;
        // relaxed: the threads have been joined.
        if (counter_.value.load(std::memory_order_relaxed) != turns)
            throw std::logic_error("the lock did not exclude");
    }

    load const asked_;
    work const hold_;
    work const gap_;
    struct alignas(128) {
        Lock lock{};
    } guarded_;
    struct alignas(128) {
        std::atomic<std::uint64_t> value{0};
    } counter_;
    alignas(128) std::atomic<bool> stop_{false};
    std::atomic<bool> counting_{false};
    std::atomic<std::int64_t> disturbance_{0};
    std::chrono::steady_clock::time_point start_, counted_from_;
    std::uint64_t counted_after_ = 0; // turns
    std::vector<seat> seats_;
    std::vector<load_result> parts_;
};

} // namespace kev::lab07
