// The mutex: who spins, who sleeps, who is woken; and that it may be destroyed by its next owner.
#include <kev/lab08/mutex.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using testing::let_others_run;
using testing::wait_until_true;
using namespace std::chrono_literals;

constexpr state_t no_more_spins = word::all_failures;

// A thread that locks and unlocks; what it asked of the kernel is added up.
struct visitor {
    tally spent;
    std::jthread thread;

    explicit visitor(mutex& visited)
        : thread([this, &visited] {
              visited.lock();
              visited.unlock();
              spent = this_thread_tally();
          }) {}
};

TEST(Mutex, LetsANewcomerSpinBeforeItSleeps) {
    mutex m;
    m.lock();
    visitor one(m);
    wait_until_true([&] { return word::waiting::count(m.state()) == 1; });
    EXPECT_EQ(word::failures(m.state()), 1u) << "it has spun in vain";
    m.unlock();
    one.thread.join();
    EXPECT_EQ(one.spent.waits, 1u);
    EXPECT_EQ(m.state(), 0u) << "nobody waited when it unlocked: forgiven";
}

TEST(Mutex, LetsANewcomerSleepAtOnceAfterTooManyFailures) {
    mutex m(word::locked | no_more_spins);
    visitor one(m);
    wait_until_true([&] { return word::waiting::count(m.state()) == 1; });
    EXPECT_EQ(word::failures(m.state()), 15u);
    m.unlock();
    one.thread.join();
    EXPECT_EQ(m.state(), 14 * word::one_failure);
}

TEST(Mutex, LetsANewcomerSleepAtOnceIfFourSpin) {
    mutex m(word::locked | word::all_spinners);
    visitor one(m);
    wait_until_true([&] { return word::waiting::count(m.state()) == 1; });
    EXPECT_EQ(m.state(), word::locked + word::all_spinners + word::waiting::one);
    for (int spinner = 0; spinner < 4;
         ++spinner) { // the unlocker tells the four, who are not there
        m.unlock();
        ASSERT_TRUE(m.try_lock());
    }
    EXPECT_EQ(m.state(), word::locked + word::waiting::one);
    m.unlock();
    one.thread.join();
    EXPECT_EQ(m.state(), 0u);
    for (unsigned spinner = 0; spinner < 4; ++spinner) {
        // relaxed: nobody else is here any more.
        EXPECT_EQ(seat_of(&m, spinner).exchange(0, std::memory_order_relaxed), 1)
            << "spinner " << spinner << " was not told";
    }
}

TEST(Mutex, WakesNobodyWhileOneIsOnItsWay) {
    // One sleeper counted, one on its way, nobody really there: a release would block.
    mutex m(word::locked + word::waking + word::waiting::one);
    m.unlock();
    EXPECT_EQ(m.state(), word::waking + word::waiting::one);
}

TEST(Mutex, GivesUpSpinningWhenItsTimeIsUpAndLeavesNothingBehind) {
    mutex m;
    m.lock();
    std::thread([&] {
        for (int i = 0; i < 50; ++i) EXPECT_FALSE(m.try_lock_for(20us));
    }).join();
    EXPECT_EQ(m.state() & ~word::all_failures, word::locked);
    m.unlock();
    for (int i = 0; i < 15; ++i) {
        m.lock();
        m.unlock();
    }
    EXPECT_EQ(m.state(), 0u) << "the failures are forgiven in quiet moments";
}

TEST(Mutex, ServesThoseWhoLeaveAndThoseWhoStayTogether) {
    // Attempts that run out of time while they spin, while they sleep, and while they are claimed; beside
    // threads that must not be forgotten because of them.
    mutex m;
    long counter = 0;
    std::atomic<long> successes{0};
    auto const body = [&](int index) {
        for (int turn = 0; turn < 3'000; ++turn) {
            if (index % 2 == 0)
                m.lock();
            else if (!m.try_lock_for(std::chrono::microseconds(turn % 40)))
                continue;
            ++successes;
            if (++counter % 128 == 0) std::this_thread::sleep_for(1ms);
            m.unlock();
            if (turn % 256 == 0) testing::feed_watchdog();
        }
    };
    tally const sum = testing::until_slept(50, [&] { return testing::run_threads(6, body); });
    EXPECT_EQ(counter, successes);
    EXPECT_EQ(m.state() & ~word::all_failures, 0u);
    EXPECT_GE(sum.waits, 50u) << "too few sleeps: nothing was tested";
}

// The last one who leaves destroys what all have used, and the mutex in it. Whoever unlocked just before
// may still be on its way out of unlock(): AddressSanitizer sees if it touches the object.
struct counted {
    mutex guard;
    int users = 0;
};

tally destroy_after_use(int rounds) {
    constexpr int threads = 4;
    std::vector<counted*> objects(static_cast<std::size_t>(rounds));
    for (counted*& object : objects) object = new counted{.guard{}, .users = threads};
    std::atomic<int> destroyed{0};
    std::atomic<int> arrived{0};
    tally const sum = testing::run_threads(threads, [&](int) {
        for (int i = 0; i < rounds; ++i) {
            counted* const object = objects[static_cast<std::size_t>(i)];
            ++arrived;
            while (arrived < (i + 1) * threads) kev::yield(); // all come to each together
            object->guard.lock();
            if (i % 64 == 0) std::this_thread::sleep_for(1ms); // the others spin, and sleep
            bool const last = --object->users == 0;
            object->guard.unlock();
            if (last) {
                delete object;
                ++destroyed;
            }
        }
    });
    EXPECT_EQ(destroyed, rounds);
    testing::feed_watchdog();
    return sum;
}

TEST(Mutex, MayBeDestroyedByItsNextOwner) {
    tally const sum = testing::until_slept(50, [] { return destroy_after_use(2'000); });
    EXPECT_GE(sum.waits, 50u) << "too few sleeps: nothing was tested";
}

TEST(Mutex, SharesItsSeatsWithOthers) {
    // Several hundred mutexes for 64 seats: they share. Their spinners take each other's hints.
    std::vector<std::unique_ptr<mutex>> many;
    for (int i = 0; i < 512; ++i) many.push_back(std::make_unique<mutex>());
    std::vector<long> counters(many.size());
    constexpr int turns = 20'480;
    testing::run_threads(4, [&](int index) {
        for (int turn = 0; turn < turns; ++turn) {
            std::size_t const which = static_cast<std::size_t>(turn + index) % many.size();
            std::lock_guard const guard(*many[which]);
            ++counters[which];
            if (turn % 97 == 0) kev::yield();
        }
    });
    for (std::size_t i = 0; i < many.size(); ++i)
        EXPECT_EQ(counters[i], 4 * turns / static_cast<long>(many.size()));
}

} // namespace
} // namespace kev::lab08
