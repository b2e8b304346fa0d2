// T6 on real threads: the emulation swallows releases as XP does. A correct mutex hangs then, and a gate
// whose opener says when it is through does not.
#include <kev/lab02/emulation/keyed_event_table.hpp>
#include <kev/lab05/timed_gate.hpp>
#include <kev/lab05/timed_mutex.hpp>
#include <kev/testing/sanitizers.hpp>
#include <kev/testing/single_step.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab05 {
namespace {

using namespace std::chrono_literals;
using lab02::outcome;

class SwallowedRelease : public ::testing::Test {
protected:
    SwallowedRelease() { lab02::emulation::default_table().swallow_releases(true); }
    ~SwallowedRelease() override { lab02::emulation::default_table().swallow_releases(false); }
};

// One thread tries for a few microseconds, again and again; this one unlocks when it is about to give up.
// Until an attempt waits for a release that was spent on it already. @return false if none does, although time-outs
// have come together with releases: one should be enough.
bool unlock_until_one_hangs(timed_mutex& mutex) {
    auto const& kernel = lab02::emulation::default_table();
    std::uint64_t const enough = kernel.collisions() + 2;
    for (int round = 0; kernel.collisions() < enough; ++round) {
        mutex.lock();
        for (int look = 0; bits::waiters(mutex.state()) == 0 && look < 10'000; ++look) kev::relax();
        // Up to 100 us later, by the clock: pauses are several times longer on one processor than on the next.
        auto const moment = kev::clock::now() + std::chrono::nanoseconds(25 * (round % 4'096));
        while (kev::clock::now() < moment) {
        }
        mutex.unlock();
        if (round % 1'024 == 0) testing::feed_watchdog();
        // The waiter was claimed and released. Either it has not run yet, or its release was swallowed.
        for (int look = 0; mutex.state() == bits::waking && look < 10'000; ++look) kev::relax();
        if (mutex.state() != bits::waking) continue;
        // The mutex is free, so no thread goes to sleep on it. A thread that takes this extra release was asleep
        // before, and would have slept forever.
        if (lab02::default_event.release_for(&mutex, 10ms) == outcome::met) return true;
    }
    return false;
}

TEST_F(SwallowedRelease, LeavesTheAttemptWaitingForWhatWasSpentAlready) {
    timed_mutex mutex;
    std::jthread waiter([&](std::stop_token const& stop) {
        while (!stop.stop_requested())
            if (mutex.try_lock_for(5us)) mutex.unlock();
    });
    EXPECT_TRUE(unlock_until_one_hangs(mutex));
}

// In a sanitizer's code the moment is thousands of instructions away.
constexpr bool code_is_plain = testing::storm_divisor == 1;

// Runs attempt(limit), which sleeps in vain, and stops it so many instructions after its time was up: then another thread
// calls release(), and rescue() when that has come back. @return whether it was the moment: out of the kernel, and not
// yet out of the queue. The limit is made longer if it was over, instruction by instruction, before the sleep began.
template <typename Attempt, typename Release, typename Rescue>
bool release_so_late(int instructions, std::chrono::milliseconds& limit, Attempt attempt,
                     Release release, Rescue rescue) {
    std::uint64_t const before = lab02::emulation::default_table().collisions();
    std::atomic<bool> go{false};
    std::atomic<bool> released{false};
    std::jthread releaser([&] {
        testing::wait_until_true([&] { return go.load(); });
        release();
        released = true;
        rescue();
    });
    std::uint64_t const sleeps = this_thread_tally().sleeps;
    auto const time_up = kev::clock::now() + limit;
    auto const visit = [&] {
        if (this_thread_tally().sleeps == sleeps || kev::clock::now() < time_up) return false;
        if (instructions-- > 0) return false;
        go = true;
        // It may have to wait for a lock that this thread has: then it was not the moment.
        for (int look = 0; look < 20 && !released; ++look) std::this_thread::sleep_for(1ms);
        return true;
    };
    testing::step_through([&] { attempt(limit); }, visit);
    if (this_thread_tally().sleeps == sleeps) limit *= 2;
    go = true;
    releaser.join();
    return lab02::emulation::default_table().collisions() != before;
}

// Calls at(n, limit) with one n after the other, until it was the moment.
template <typename At>
void until_it_was_the_moment(At at) {
    std::chrono::milliseconds limit = 10ms;
    int instructions = 0;
    while (!at(instructions, limit)) instructions = (instructions + 3) % 1'500;
}

TEST_F(SwallowedRelease, LeavesTheAttemptWaitingAtTheVeryMoment) {
    if (!testing::threads_can_be_stepped || !code_is_plain)
        GTEST_SKIP() << "threads cannot be stopped here, or not there";
    bool hung = false;
    until_it_was_the_moment([&](int instructions, std::chrono::milliseconds& limit) {
        timed_mutex mutex;
        mutex.lock();
        auto const attempt = [&](std::chrono::milliseconds interval) {
            if (mutex.try_lock_for(interval)) mutex.unlock();
        };
        auto const rescue = [&] {
            while (!hung && mutex.state() == bits::waking)
                hung = lab02::default_event.release_for(&mutex, 10ms) == outcome::met;
        };
        return release_so_late(
            instructions, limit, attempt, [&] { mutex.unlock(); }, rescue);
    });
    EXPECT_TRUE(hung);
}

TEST_F(SwallowedRelease, DoesNoHarmToAGateAtTheVeryMoment) {
    if (!testing::threads_can_be_stepped || !code_is_plain)
        GTEST_SKIP() << "threads cannot be stopped here, or not there";
    until_it_was_the_moment([&](int instructions, std::chrono::milliseconds& limit) {
        timed_gate gate;
        auto const attempt = [&](std::chrono::milliseconds interval) { gate.pass_for(interval); };
        return release_so_late(
            instructions, limit, attempt, [&] { gate.open(); }, [] {});
    });
    SUCCEED() << "the passer has come through";
}

TEST_F(SwallowedRelease, DoesNoHarmToAGateWhoseOpenerReportsItsRelease) {
    for (int round = 0; round < 500; ++round) {
        timed_gate gate;
        int message = 0; // plain: ThreadSanitizer judges the gate by it
        testing::run_threads(2, [&](int index) {
            if (index == 0) {
                message = round;
                std::this_thread::sleep_for(1us);
                gate.open();
            } else {
                while (!gate.pass_for(std::chrono::microseconds(round % 50))) kev::yield();
                EXPECT_EQ(message, round);
            }
        });
        if (round % 256 == 0) testing::feed_watchdog();
    }
}

} // namespace
} // namespace kev::lab05
