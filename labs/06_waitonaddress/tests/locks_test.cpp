// The locks on top: Lockable, with time limits, and with conditions. The list of the locks is that of the benchmarks: the
// same mutex on the system's own ways to sleep is in it.
#include "locks.hpp"

#include <kev/bench/tested.hpp>
#include <kev/lab06/address_condition_variable.hpp>
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/address_semaphore.hpp>
#include <kev/lab06/address_timed_mutex.hpp>
#include <kev/testing/condition_variable_suite.hpp>
#include <kev/testing/destruction_suite.hpp>
#include <kev/testing/semaphore_suite.hpp>
#include <kev/testing/single_step.hpp>
#include <kev/testing/tested_types.hpp>
#include <kev/testing/timed_lockable_suite.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <type_traits>
#include <utility>

namespace kev::testing {

using namespace kev::lab06;

using locks = decltype(bench::own_locks)::as<tested_types>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab06, Lockable, locks, type_numbers);

using timed_locks = ::testing::Types<address_timed_mutex>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab06, TimedLockable, timed_locks);

INSTANTIATE_TYPED_TEST_SUITE_P(Lab06, Destruction, ::testing::Types<address_mutex<>>);

INSTANTIATE_TYPED_TEST_SUITE_P(Lab06, Semaphore, ::testing::Types<address_semaphore>);

// An old alert may end a wait.
template <>
inline constexpr bool wakes_only_when_notified<address_condition_variable> = false;

// Its waiters look at the number after they have given the lock up.
template <>
inline constexpr bool may_be_destroyed_once_all_are_notified<address_condition_variable> = false;

using pairs = ::testing::Types<waits_with<address_condition_variable, address_mutex<>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab06, ConditionVariable, pairs);

} // namespace kev::testing

namespace kev::lab06 {
namespace {

using namespace std::chrono_literals;

static_assert(sizeof(address_mutex<>) == 4);
static_assert(sizeof(address_timed_mutex) == 4);
static_assert(sizeof(address_condition_variable) == 4);
static_assert(sizeof(address_semaphore) == 4);
static_assert(std::is_trivially_destructible_v<address_mutex<>>);
static_assert(std::is_trivially_destructible_v<address_condition_variable>);
static_assert(std::is_trivially_destructible_v<address_semaphore>);
static_assert(sizeof(waiter) <= 64);
static_assert(sizeof(wait_bucket) == 64);

constinit address_mutex<> usable_before_main;
constinit address_semaphore one_permit(1);

TEST(AddressMutex, NeedsNoConstructor) {
    std::lock_guard const guard(usable_before_main);
    EXPECT_FALSE(usable_before_main.try_lock());
}

// A way to sleep that counts the calls of an unlock().
struct counted_wakes {
    static void wait(kev::atomic<std::uint32_t>&, std::uint32_t) noexcept {}
    static void wake_one(kev::atomic<std::uint32_t>&) noexcept { ++count; }
    static inline int count = 0;
};

TEST(AddressMutex, WakesOnlyIfAThreadMaySleep) {
    address_mutex<counted_wakes> mutex;
    counted_wakes::count = 0;
    mutex.lock();
    mutex.unlock();
    EXPECT_TRUE(mutex.try_lock());
    mutex.unlock();
    EXPECT_EQ(counted_wakes::count, 0) << "nobody sleeps, so unlock() is to call nobody";
}

// The next owner frees the object, which lab 03's mutex does not allow. AddressSanitizer decides whether unlock()
// touches it after that.
TEST(AddressMutex, MayBeDestroyedByTheNextOwner) {
    for (int round = 0; round < 500; ++round) {
        auto mutex = std::make_unique<address_mutex<>>();
        mutex->lock();
        std::jthread next([&] {
            mutex->lock();
            mutex->unlock();
            mutex.reset();
        });
        if (round % 2 == 0) kev::yield();
        mutex->unlock();
    }
}

TEST(AddressSemaphore, NeedsNoConstructorAtRunTime) {
    EXPECT_TRUE(one_permit.try_acquire());
    one_permit.release();
}

// As a signal for "done": the waiter frees the semaphore. AddressSanitizer decides whether release() touches it after
// that.
TEST(AddressSemaphore, MayBeDestroyedByTheTakerOfTheLastPermit) {
    for (int round = 0; round < 500; ++round) {
        auto done = std::make_unique<address_semaphore>();
        std::jthread waiter([&] {
            done->acquire();
            done.reset();
        });
        if (round % 2 == 0) kev::yield();
        done->release();
    }
}

// As above, but at each possible moment: after each instruction of release() another thread looks for the permit.
TEST(AddressSemaphore, IsNotTouchedByReleaseOnceThePermitIsThere) {
    if (!testing::threads_can_be_stepped) GTEST_SKIP() << "threads cannot be stopped here";
    testing::revocable_memory memory;
    auto& done = *new (memory.address()) address_semaphore;
    bool destroyed = false;
    auto const take_it = [&] {
        if (!done.try_acquire()) return false;
        memory.take_away();
        return destroyed = true;
    };
    testing::step_through([&] { done.release(); }, take_it);
    EXPECT_TRUE(destroyed) << "the permit was never there";
    EXPECT_FALSE(memory.was_touched()) << "release() looked at it when it was gone";
}

// Until `count` has come so far; looks for a while before it lets the others run.
void meet(std::atomic<int>& count, int so_far) {
    ++count;
    for (int looks = 0; count < so_far; ++looks) looks < 1'000 ? kev::relax() : kev::yield();
}

// Two threads take the one permit at the same moment, once each. No later release wakes a thread that slept on an old
// number, so A8 hangs here.
TEST(AddressSemaphore, LeavesNoThreadAsleepBesideAPermit) {
    constexpr int rounds = 50'000;
    address_semaphore permit(1);
    std::atomic<int> met{0};
    long counter = 0;
    testing::run_threads(2, [&](int) {
        for (int round = 1; round <= rounds; ++round) {
            meet(met, 2 * round);
            permit.acquire();
            ++counter;
            permit.release();
            if (round % 1024 == 0) testing::feed_watchdog();
        }
    });
    EXPECT_EQ(counter, 2L * rounds);
}

// Two sleep, and two permits come one after the other, faster than the first of them is taken: A9 hangs here.
TEST(AddressSemaphore, WakesOneForEachPermit) {
    constexpr int rounds = 100;
    address_semaphore permits;
    std::atomic<int> met{0};
    tally const sum = testing::run_threads(3, [&](int index) {
        for (int round = 1; round <= rounds; ++round) {
            if (index != 0) {
                permits.acquire();
            } else {
                std::this_thread::sleep_for(1ms); // for the others to fall asleep
                permits.release();
                permits.release();
                testing::feed_watchdog();
            }
            meet(met, 3 * round);
        }
    });
    EXPECT_GE(sum.waits, rounds / 2u) << "too few sleeps: nothing was tested";
}

TEST(AddressSemaphore, WaitsForTheLongestIntervalWithoutOverflow) {
    address_semaphore permits;
    std::jthread const giver([&] { permits.release(); });
    EXPECT_TRUE(permits.try_acquire_for(std::chrono::hours::max()));
}

// Time-outs that collide with wake-ups. If one of those were lost, the patient would sleep forever.
TEST(AddressTimedMutex, LosesNoWakeUpToATimedOutWaiter) {
    address_timed_mutex mutex;
    long counter = 0;
    std::atomic<long> gave_up{0};
    std::atomic<long> taken{0};
    tally const sum = testing::run_threads(4, [&](int index) {
        while (gave_up < 5'000 || taken < 5'000) {
            bool const impatient = index % 2 == 0;
            auto const limit = std::chrono::microseconds((taken + gave_up) % 80);
            if (impatient && !mutex.try_lock_for(limit)) {
                if (gave_up.fetch_add(1) % 1024 == 0) testing::feed_watchdog();
                continue;
            }
            if (!impatient) mutex.lock();
            ++counter;
            ++taken;
            if (counter % 16 == 0) std::this_thread::sleep_for(1ms); // others run out of time
            mutex.unlock();
            kev::yield();
        }
    });
    EXPECT_EQ(counter, taken);
    EXPECT_GE(sum.waits, 1'000u) << "too few sleeps: the storm tested nothing";
}

TEST(AddressConditionVariable, TimesOut) {
    address_mutex<> mutex;
    address_condition_variable never;
    std::unique_lock lock(mutex);
    auto const start = kev::clock::now();
    while (never.wait_for(lock, 30ms) == std::cv_status::no_timeout) {
    }
    EXPECT_GE(kev::clock::now() - start, 30ms - 15'625us);
    EXPECT_TRUE(lock.owns_lock());
}

// A queue of one place between producers and consumers: a lost notification is a hang.
TEST(AddressConditionVariable, LosesNoNotification) {
    address_mutex<> mutex;
    address_condition_variable filled;
    address_condition_variable emptied;
    int content = 0;
    long consumed = 0;
    constexpr int each = 5'000;
    tally const sum = testing::run_threads(4, [&](int index) {
        for (int i = 1; i <= each; ++i) {
            std::unique_lock lock(mutex);
            if (index % 2 == 0) {
                emptied.wait(lock, [&] { return content == 0; });
                content = i;
            } else {
                filled.wait(lock, [&] { return content != 0; });
                consumed += std::exchange(content, 0);
            }
            lock.unlock();
            (index % 2 == 0 ? filled : emptied).notify_one();
            if (i % 1024 == 0) testing::feed_watchdog();
        }
    });
    EXPECT_EQ(consumed, 2L * each * (each + 1) / 2);
    EXPECT_GE(sum.waits, 1'000u) << "too few sleeps: the storm tested nothing";
}

} // namespace
} // namespace kev::lab06
