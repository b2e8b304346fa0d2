// The locks on top: Lockable, with time limits, and with conditions.
#include <kev/lab06/address_condition_variable.hpp>
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/address_timed_mutex.hpp>
#include <kev/lab06/on_atomic_wait.hpp>
#include <kev/testing/lockable_suite.hpp>

#include <chrono>
#include <memory>
#include <type_traits>

namespace kev::testing {

using namespace kev::lab06;

template <>
inline constexpr bool sleeps_are_counted<address_mutex<on_atomic_wait>> = false;

using locks = ::testing::Types<address_mutex<>, address_timed_mutex, address_mutex<on_atomic_wait>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab06, Lockable, locks);

} // namespace kev::testing

namespace kev::lab06 {
namespace {

using namespace std::chrono_literals;

static_assert(sizeof(address_mutex<>) == 4);
static_assert(sizeof(address_timed_mutex) == 4);
static_assert(sizeof(address_condition_variable) == 4);
static_assert(std::is_trivially_destructible_v<address_mutex<>>);
static_assert(std::is_trivially_destructible_v<address_condition_variable>);
static_assert(sizeof(waiter) <= 64);
static_assert(sizeof(wait_bucket) == 64);

constinit address_mutex<> usable_before_main;

TEST(AddressMutex, NeedsNoConstructor) {
    std::lock_guard const guard(usable_before_main);
}

// What lab 03's mutex does not allow: the object is gone as soon as the next owner says so.
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

TEST(AddressTimedMutex, GivesUpWhenTheTimeIsUpAndNotBefore) {
    address_timed_mutex mutex;
    mutex.lock();
    std::jthread([&] {
        auto const start = kev::clock::now();
        EXPECT_FALSE(mutex.try_lock_for(50ms));
        EXPECT_GE(kev::clock::now() - start, 50ms);
        EXPECT_FALSE(mutex.try_lock_until(std::chrono::system_clock::now() + 5ms));
        EXPECT_FALSE(mutex.try_lock_for(0ms));
        EXPECT_FALSE(mutex.try_lock_for(-1h));
    }).join();
    mutex.unlock();
    EXPECT_TRUE(mutex.try_lock_for(0ms)) << "nothing of those who gave up may be left";
    mutex.unlock();
}

TEST(AddressTimedMutex, TakesTheLockWithinItsTime) {
    address_timed_mutex mutex;
    for (auto const limit : {std::chrono::hours(1), std::chrono::hours::max()}) {
        mutex.lock();
        std::jthread waiter([&] {
            EXPECT_TRUE(mutex.try_lock_for(limit));
            mutex.unlock();
        });
        testing::let_others_run();
        mutex.unlock();
    }
}

// Time-outs that collide with wake-ups. If one of those were lost, the patient would sleep for ever.
TEST(AddressTimedMutex, LosesNoWakeUpToThoseWhoGiveUp) {
    address_timed_mutex mutex;
    long counter = 0;
    std::atomic<long> gave_up{0};
    std::atomic<long> taken{0};
    testing::run_threads(4, [&](int index) {
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
    EXPECT_GE(gave_up, 5'000);
}

TEST(AddressConditionVariable, WakesOneForOneAndAllForAll) {
    address_mutex<> mutex;
    address_condition_variable changed;
    int tickets = 0;
    int through = 0;
    std::vector<std::jthread> waiters;
    for (int i = 0; i < 8; ++i) {
        waiters.emplace_back([&] {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return tickets > 0; });
            --tickets;
            ++through;
        });
    }
    auto const count = [&] { return (std::lock_guard(mutex), through); };
    for (int expected = 1; expected <= 3; ++expected) {
        (std::lock_guard(mutex), ++tickets);
        changed.notify_one();
        testing::wait_until_true([&] { return count() == expected; });
    }
    (std::lock_guard(mutex), tickets += 5);
    changed.notify_all();
    waiters.clear();
    EXPECT_EQ(through, 8);
    EXPECT_EQ(tickets, 0);
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
    testing::run_threads(4, [&](int index) {
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
}

} // namespace
} // namespace kev::lab06
