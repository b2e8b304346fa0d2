// The latch, the barrier, notify_some(), and waits that a stop ends, with real threads.
#include <kev/barrier.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/latch.hpp>
#include <kev/stop_token.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using namespace std::chrono_literals;
using testing::let_others_run;
using testing::run_threads;
using testing::wait_until_true;

static_assert(std::is_trivially_destructible_v<latch> && sizeof(latch) == 16);
// With pointers of 32 bits the condition variable is aligned to 8, with a gap before it and one at the end.
static_assert(std::is_trivially_destructible_v<barrier<>> &&
              sizeof(barrier<>) == (sizeof(void*) == 8 ? 48 : 32));
// The standard's names may be called of constants.
static_assert(requires(latch const& l) {
    l.wait();
    l.try_wait();
});
static_assert(requires(barrier<> const& b, barrier<>::arrival_token t) { b.wait(std::move(t)); });
constinit latch global_latch(1);
constinit barrier<> global_barrier(1);

TEST(Latch, OpensWhenTheCountIsZero) {
    latch l(3);
    EXPECT_FALSE(l.try_wait());
    l.count_down(2);
    EXPECT_FALSE(l.try_wait());
    l.count_down();
    EXPECT_TRUE(l.try_wait());
    l.wait();
    EXPECT_TRUE(latch(0).try_wait());
    global_latch.arrive_and_wait();
}

TEST(Latch, ShowsItsWaitersWhatWasWrittenBeforeEachCountDown) {
    constexpr int counters = 4;
    std::uint64_t waits = 0;
    for (int round = 0; round < 50 || waits == 0; ++round) {
        latch l(counters);
        std::array<int, counters> data{}; // plain: ThreadSanitizer judges the latch by it
        tally const sum = run_threads(counters + 2, [&](int index) {
            if (index < counters) {
                let_others_run();
                data[static_cast<std::size_t>(index)] = 1;
                l.count_down();
            } else {
                l.wait();
                for (int const one : data) EXPECT_EQ(one, 1);
            }
        });
        waits += sum.waits;
    }
    EXPECT_GE(waits, 1u);
}

TEST(Latch, MayBeDestroyedByAWaiterThatHasComeThrough) {
    for (int round = 0; round < 300; ++round) {
        auto l = std::make_unique<latch>(1);
        std::thread counter([&place = *l] { place.count_down(); });
        l->wait();
        l.reset();
        counter.join();
    }
}

struct count_phases {
    int* phases;
    void operator()() const noexcept { ++*phases; }
};

TEST(Barrier, LetsNobodyOutBeforeAllHaveArrived) {
    constexpr int meeting = 4;
    constexpr int turns = 500;
    int phases = 0;
    std::array<int, meeting>
        turn_of{}; // plain, as `phases`: ThreadSanitizer judges the barrier by them
    barrier<count_phases> b(meeting, {&phases});
    run_threads(meeting, [&](int index) {
        for (int turn = 1; turn <= turns; ++turn) {
            turn_of[static_cast<std::size_t>(index)] = turn;
            b.arrive_and_wait();
            for (int const other : turn_of) EXPECT_EQ(other, turn);
            EXPECT_EQ(phases, 2 * turn - 1);
            b.arrive_and_wait();
        }
    });
    EXPECT_EQ(phases, 2 * turns);
}

TEST(Barrier, GoesOnWithoutAThreadThatDropsOut) {
    barrier b(2);
    run_threads(2, [&](int index) {
        b.arrive_and_wait();
        if (index == 0) return b.arrive_and_drop();
        for (int turn = 0; turn < 3; ++turn) b.arrive_and_wait();
    });
    global_barrier.arrive_and_wait();
}

TEST(Barrier, TakesSeveralArrivalsOfOneThread) {
    barrier b(3);
    auto token = b.arrive(3);
    b.wait(std::move(token));
}

TEST(NotifySome, WakesSoManyAndNoMore) {
    mutex m;
    condition_variable c;
    int tickets = 0;
    std::atomic<int> waiting{0};
    std::atomic<int> served{0};
    run_threads(5, [&](int index) {
        if (index > 0) {
            std::unique_lock lock(m);
            ++waiting;
            c.wait(lock, [&] { return tickets > 0; });
            --tickets;
            ++served;
            return;
        }
        // A thread that has counted itself in owns the mutex until it waits.
        wait_until_true([&] { return waiting == 4; });
        {
            std::lock_guard const lock(m);
            tickets = 4;
        }
        c.notify_some(0);
        let_others_run();
        EXPECT_EQ(served, 0);
        c.notify_some(3);
        wait_until_true([&] { return served == 3; });
        let_others_run();
        EXPECT_EQ(served, 3);
        c.notify_some((std::numeric_limits<std::size_t>::max)());
    });
    EXPECT_EQ(served, 4);
}

TEST(StopWait, EndsWhenAStopIsRequested) {
    mutex m;
    condition_variable c;
    std::stop_source stop;
    run_threads(2, [&](int index) {
        if (index == 0) {
            let_others_run();
            stop.request_stop();
            return;
        }
        std::unique_lock lock(m);
        EXPECT_FALSE(wait(c, lock, stop.get_token(), [] { return false; }));
        EXPECT_TRUE(lock.owns_lock());
    });
}

TEST(StopWait, DoesNotSleepAfterAStop) {
    mutex m;
    condition_variable c;
    std::stop_source stop;
    stop.request_stop();
    std::unique_lock lock(m);
    EXPECT_FALSE(wait(c, lock, stop.get_token(), [] { return false; }));
    EXPECT_TRUE(wait(c, lock, stop.get_token(), [] { return true; }));
    EXPECT_FALSE(wait_for(c, lock, stop.get_token(), 1h, [] { return false; }));
    // Its second question is too late to see the stop beforehand.
    std::stop_source late;
    EXPECT_FALSE(wait(c, lock, late.get_token(), [&] {
        late.request_stop();
        return false;
    }));
}

TEST(StopWait, EndsByItsConditionOrItsLimitWithoutAStop) {
    mutex m;
    condition_variable c;
    std::stop_source stop;
    bool ready = false;
    {
        std::unique_lock lock(m);
        EXPECT_FALSE(wait_for(c, lock, stop.get_token(), 10ms, [&] { return ready; }));
        EXPECT_FALSE(wait_until(c, lock, stop.get_token(), std::chrono::system_clock::now() + 10ms,
                                [&] { return ready; }));
    }
    run_threads(2, [&](int index) {
        std::unique_lock lock(m);
        if (index == 0) {
            ready = true;
            lock.unlock();
            c.notify_one();
        } else {
            EXPECT_TRUE(wait_for(c, lock, stop.get_token(), 1h, [&] { return ready; }));
        }
    });
}

TEST(StopWait, DoesNotWaitForWhatHolds) {
    mutex m;
    condition_variable c;
    std::stop_source stop;
    std::unique_lock lock(m);
    EXPECT_TRUE(wait(c, lock, stop.get_token(), [] { return true; }));
}

// Each round a stop comes at another moment of the wait.
TEST(StopWait, LosesNoStopInAStorm) {
#if defined(_WIN32) && defined(__GLIBCXX__)
    // A program with nothing but std::stop_callback and threads hangs, too, if a callback runs for a while.
    GTEST_SKIP() << "the destructor of GCC's std::stop_callback waits forever on Windows";
#endif
    mutex m;
    condition_variable c;
    for (int round = 0; round < 500; ++round) {
        std::stop_source stop;
        run_threads(3, [&](int index) {
            if (index == 0) {
                stop.request_stop();
                return;
            }
            std::unique_lock lock(m);
            EXPECT_FALSE(wait(c, lock, stop.get_token(), [] { return false; }));
        });
    }
    EXPECT_TRUE(m.try_lock());
    m.unlock();
}

} // namespace
} // namespace kev::lab08
