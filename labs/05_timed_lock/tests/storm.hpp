// The storm that the tests of this lab share; they differ in how a thread waits.
#pragma once

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab05/keyed_sleep.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/lab05/timed_mutex.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

namespace kev::lab05::in_storm {

inline constexpr int pairs = 4; // of threads, each with a mutex of its own

/// The observations of one thread.
struct counts {
    long met = 0;       ///< waits under the limit that met a release
    long timed_out = 0; ///< waits under the limit that did not
    long other = 0;     ///< of those: ended by something else than the time
    long failed = 0;    ///< attempts that slept and failed
    long succeeded = 0; ///< attempts that got the lock
};

inline void add(counts& sum, counts const& part) noexcept {
    sum.met += part.met;
    sum.timed_out += part.timed_out;
    sum.other += part.other;
    sum.failed += part.failed;
    sum.succeeded += part.succeeded;
}

/// The end of a sleep of the storm. A wait until it is counted by the limit that it comes from.
template <typename Limit>
struct counted_end : sleep_end {
    Limit const* limit = nullptr;
};

/// What the locks call instead of lab 05's own function: the more special one for this kind of end.
template <typename Limit>
lab02::outcome wait_for_release(void const* key, counted_end<Limit> const& end) {
    return end.limit->wait(key, end);
}

/// Until a moment, or until it has looked once; counts how its waits end. Now and then the thread loses its
/// processor just after its time-out: an unlocker then has the time to claim it.
class counting_limit {
public:
    counting_limit(std::chrono::microseconds interval, counts& mine)
        : limit_(for_at_most(interval)), mine_(mine), looks_only_(interval.count() == 0) {}

    bool passed() const noexcept { return looks_only_ ? looked_ : limit_.passed(); }
    counted_end<counting_limit> end() const noexcept { return {limit_.end(), this}; }

    lab02::outcome wait(void const* key, sleep_end const& end) const {
        looked_ = true;
        lab02::outcome const ended = lab05::wait_for_release(key, end);
        if (ended == lab02::outcome::met) {
            ++mine_.met;
        } else if (++mine_.timed_out % 16 == 0) {
            std::this_thread::sleep_for(std::chrono::microseconds(1));
        }
        return ended;
    }

private:
    until<kev::clock, nt_ticks> limit_;
    counts& mine_;
    bool looks_only_;
    mutable bool looked_ = false;
};

struct result {
    counts sum;
    long protected_sum = 0;
    long releases = 0;       ///< by unlockers, each after a claim
    std::uint32_t words = 0; ///< what is set in any of the state words
    bool waiter_left = false;
    bool releaser_left = false;
};

/// Keeps the lock until the other thread is counted in or seems to be elsewhere, and then for some pauses. So the
/// unlock falls somewhere into the other thread's attempt.
inline void let_the_other_come(timed_mutex const& mutex, unsigned long pauses) noexcept {
    for (int look = 0; look < 64 && bits::waiters(mutex.state()) == 0; ++look) kev::yield();
    for (; pauses > 0; --pauses) kev::relax();
}

/// A mutex of two threads, and what it protects.
struct alignas(64) guarded {
    timed_mutex mutex;
    long counter = 0;
};

/// Adds what the threads have left behind: in the word, and in the kernel at the mutex's key.
inline void add(result& total, guarded const& left) {
    using namespace std::chrono_literals;
    total.protected_sum += left.counter;
    total.words |= left.mutex.state();
    total.waiter_left |= lab02::default_event.release_for(&left.mutex, 0s) == lab02::outcome::met;
    total.releaser_left |= lab02::default_event.wait_for(&left.mutex, 0s) == lab02::outcome::met;
}

/// Each thread counts itself in and only looks, or tries for at most a few microseconds. An owner often waits until
/// the other thread does so, so that its unlock coincides with the other thread's time-out. The threads form pairs,
/// because a thread that is not alone in the count takes another place off it and is never promised a release. It
/// ends when `enough` attempts have slept in vain.
template <typename Limit>
result rage(long enough) {
    std::array<guarded, pairs> locks;
    std::array<counts, 2 * pairs> parts{};
    std::atomic<long> failures{0};
    result total;
    tally const calls = testing::run_threads(2 * pairs, [&](int index) {
        auto& [mutex, counter] = locks[static_cast<std::size_t>(index / 2)];
        counts mine;
        std::minstd_rand random(static_cast<unsigned>(index) + 1);
        // relaxed: a count; nothing else hangs on it.
        while (failures.load(std::memory_order_relaxed) < enough) {
            long const slept = mine.met + mine.timed_out;
            std::chrono::microseconds const interval(random() % 4 != 0 ? 0 : random() % 40);
            if (mutex.try_lock_with(Limit(interval, mine))) {
                ++counter;
                ++mine.succeeded;
                if (random() % 2 == 0) let_the_other_come(mutex, random() % 2'048);
                mutex.unlock();
            } else if (mine.met + mine.timed_out > slept) {
                ++mine.failed;
                // relaxed: as above.
                if (failures.fetch_add(1, std::memory_order_relaxed) % 1024 == 0)
                    testing::feed_watchdog();
            }
        }
        parts[static_cast<std::size_t>(index)] = mine;
    });
    for (counts const& part : parts) add(total.sum, part);
    for (guarded const& each : locks) add(total, each);
    total.releases = static_cast<long>(calls.releases);
    return total;
}

/// Every claim met a waiter, either before that waiter's limit or because its release was promised.
inline void expect_conservation(result const& total) {
    EXPECT_EQ(total.protected_sum, total.sum.succeeded) << "the lock did not exclude";
    EXPECT_EQ(total.words, 0u) << "a thread is counted that has left, or a wake-up was not used up";
    EXPECT_FALSE(total.waiter_left);
    EXPECT_FALSE(total.releaser_left);
    long const owed = total.releases - total.sum.met;
    EXPECT_LE(owed, total.sum.failed + total.sum.succeeded);
    EXPECT_GE(owed, 100) << "too few were claimed when their time was up: the storm tested nothing";
    EXPECT_GE(total.sum.met, 100) << "too few meetings: the storm tested nothing";
    for (auto const& [name, value] :
         {std::pair{"failed", total.sum.failed}, std::pair{"met", total.sum.met},
          std::pair{"owed", owed}, std::pair{"by other means", total.sum.other}}) {
        ::testing::Test::RecordProperty(name, std::to_string(value));
    }
}

/// Storms of a hundred thousand time-outs, until enough else has happened. At most a hundred, so that a disturbance that
/// never comes is found out; and no other once an assertion has failed.
template <typename Limit>
void rage_until(std::function<bool()> const& enough) {
    int storms = 0;
    do {
        expect_conservation(rage<Limit>(100'000));
    } while (!enough() && !::testing::Test::HasFailure() && ++storms < 100);
}

} // namespace kev::lab05::in_storm
