// The condition variables with time limits: all that lab 04's must do, and what comes with the limits.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/queue_mutex.hpp>
#include <kev/lab05/timed_condvar.hpp>
#include <kev/lab05/timed_queue_condvar.hpp>
#include <kev/lab05/timed_waiting_room.hpp>
#include <kev/testing/condition_variable_suite.hpp>
#include <kev/testing/settable_clock.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

namespace kev::testing {

using lab05::timed_condvar;
using lab05::timed_queue_condvar;

static_assert(sizeof(timed_condvar) == 4);
static_assert(sizeof(timed_queue_condvar) == 3 * sizeof(void*));

template <>
inline constexpr bool may_pass_waiters_over<timed_condvar> = true;

using pairs = ::testing::Types<waits_with<timed_condvar, lab03::fast_mutex>,
                               waits_with<timed_queue_condvar, lab04::queue_mutex>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab05, ConditionVariable, pairs);

template <typename Pair>
class TimedConditionVariable : public ::testing::Test {
protected:
    typename Pair::mutex mutex_;
    typename Pair::condvar changed_;
    int tickets_ = 0; // plain: ThreadSanitizer judges the mutex by it
};

using timed_pairs = ::testing::Types<waits_with<timed_condvar, lab03::fast_mutex>,
                                     waits_with<timed_queue_condvar, lab04::queue_mutex>,
                                     waits_with<std::condition_variable, std::mutex>>;
TYPED_TEST_SUITE(TimedConditionVariable, timed_pairs);

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using std::chrono::system_clock;

// Windows counts time-outs in ticks of its clock; a peer that does not look again is early by one.
template <typename Condvar>
constexpr auto early = 0us;
template <>
constexpr auto early<std::condition_variable> = 15'625us;

TYPED_TEST(TimedConditionVariable, TimesOutNotBeforeItsTimeAndOwnsTheLock) {
    constexpr auto tolerance = early<typename TypeParam::condvar>;
    std::unique_lock lock(this->mutex_);
    auto const start = steady_clock::now();
    EXPECT_EQ(this->changed_.wait_for(lock, 20ms), std::cv_status::timeout);
    EXPECT_GE(steady_clock::now() - start, 20ms - tolerance);
    EXPECT_TRUE(lock.owns_lock());
    auto const deadline = system_clock::now() + 20ms;
    EXPECT_EQ(this->changed_.wait_until(lock, deadline), std::cv_status::timeout);
    EXPECT_GE(system_clock::now(), deadline - tolerance);
    EXPECT_FALSE(this->mutex_.try_lock());
}

TYPED_TEST(TimedConditionVariable, TimesOutAtOnceIfTheTimeIsOver) {
    std::unique_lock lock(this->mutex_);
    EXPECT_EQ(this->changed_.wait_for(lock, 0s), std::cv_status::timeout);
    EXPECT_EQ(this->changed_.wait_for(lock, -1h), std::cv_status::timeout);
    EXPECT_EQ(this->changed_.wait_until(lock, steady_clock::now() - 1h), std::cv_status::timeout);
    EXPECT_FALSE(this->changed_.wait_for(lock, 0s, [] { return false; }));
    EXPECT_TRUE(this->changed_.wait_for(lock, 0s, [] { return true; }));
    int looks = 0;
    EXPECT_TRUE(this->changed_.wait_for(lock, 1ms, [&] { return ++looks > 1; })) << "one last look";
}

TYPED_TEST(TimedConditionVariable, IsNotifiedInTime) {
    for (bool const all : {false, true}) {
        std::jthread waiter([&] {
            std::unique_lock lock(this->mutex_);
            EXPECT_TRUE(this->changed_.wait_for(lock, 1h, [&] { return this->tickets_ > 0; }));
            --this->tickets_;
        });
        let_others_run();
        {
            std::unique_lock const lock(this->mutex_);
            ++this->tickets_;
        }
        all ? this->changed_.notify_all() : this->changed_.notify_one();
        waiter.join();
        EXPECT_EQ(this->tickets_, 0);
    }
}

TYPED_TEST(TimedConditionVariable, LeavesNothingBehindWhenItsTimeIsUp) {
    // Were a timed-out waiter still counted or linked, a notification would go to it.
    run_threads(4, [&](int) {
        for (int round = 0; round < 50; ++round) {
            std::unique_lock lock(this->mutex_);
            this->changed_.wait_for(lock, 100us);
        }
    });
    tally const before = this_thread_tally();
    this->changed_.notify_one();
    this->changed_.notify_all();
    EXPECT_EQ(this_thread_tally().releases, before.releases);
}

TYPED_TEST(TimedConditionVariable, LosesNoNotificationToALeavingWaiter) {
    // For each ticket one notification. Impatient takers come and go; two patient ones never give up.
    constexpr int tickets = 1'000;
    constexpr int impatient = 4;
    std::atomic<int> taken{0};
    std::atomic<long> gave_up{0};
    auto const take = [&](auto wait) {
        std::unique_lock lock(this->mutex_);
        if (!wait(lock)) return void(++gave_up);
        --this->tickets_;
        if (++taken % 64 == 0) feed_watchdog();
    };
    auto const there_is_one = [&] { return this->tickets_ > 0 || taken >= tickets; };
    tally const sum = run_threads(impatient + 3, [&](int index) {
        if (index == 0) {
            for (int made = 0; made < tickets; ++made) {
                {
                    std::unique_lock const lock(this->mutex_);
                    ++this->tickets_;
                }
                this->changed_.notify_one();
                if (made % 4 != 0) continue;
                long const before = gave_up; // the tickets run out, and the impatient give up
                wait_until_true([&] { return gave_up != before; });
            }
            wait_until_true([&] { return taken >= tickets; });
            this->changed_.notify_all(); // the work is done: the patient ones go home
        }
        while (index > 0 && taken < tickets) {
            take([&](auto& lock) {
                if (index <= impatient)
                    return this->changed_.wait_for(lock, 40us * index, there_is_one);
                this->changed_.wait(lock, there_is_one);
                return true;
            });
        }
    });
    EXPECT_EQ(this->tickets_ + taken, tickets) << "each is made once, and each is taken once";
    if (condvar_sleeps_are_counted<typename TypeParam::condvar>) {
        EXPECT_GE(sum.waits, 250u) << "too few sleeps: the storm tested nothing";
    }
}

template <typename Pair>
class EarlyKernel : public TimedConditionVariable<Pair> {};

TYPED_TEST_SUITE(EarlyKernel, pairs);

TYPED_TEST(EarlyKernel, EndsNoWaitBeforeItsTime) {
    // Says that the time is up when it is not, as Windows may; the third time it is true.
    struct impatient_kernel {
        mutable int looks = 0;
        bool passed() const noexcept { return looks >= 3; }
        lab05::sleep_end end() const noexcept {
            ++looks;
            return {lab05::sleep_end::clock::steady, {}};
        }
    } const limit;
    std::unique_lock lock(this->mutex_);
    EXPECT_EQ(this->changed_.wait_with(lock, limit), std::cv_status::timeout);
    EXPECT_EQ(limit.looks, 3);
    tally const before = this_thread_tally();
    this->changed_.notify_one();
    EXPECT_EQ(this_thread_tally().releases, before.releases) << "it left the count, or the room";
}

TEST(TimedWaitingRoom, IsWaitedForOnlyIfItHasFewerThanAreAskedFor) {
    using lab05::timed_block;
    timed_block patient;
    timed_block leaving;
    lab05::timed_waiting_room room;
    room.enter(patient);
    room.enter(leaving);
    ASSERT_TRUE(leaving.decide(timed_block::left));
    lab04::wait_queue taken;
    room.take(taken, 1); // is not for the leaver, and does not wait for it
    EXPECT_EQ(&taken.front(), &patient);
    std::atomic<bool> through{false};
    std::jthread const second([&] {
        lab04::wait_queue nobody;
        room.take(nobody, 1);
        EXPECT_TRUE(nobody.empty());
        through = true;
    });
    let_others_run();
    EXPECT_FALSE(through) << "no other waiter was there, so the call must wait for the leaver";
    room.leave(leaving);
    wait_until_true([&] { return through.load(); });
}

TEST(TimedWaitingRoom, TakesNoWaiterThatCameDuringTheCall) {
    using lab05::timed_block;
    timed_block patient;
    timed_block leaving;
    timed_block late;
    lab05::timed_waiting_room room;
    room.enter(patient);
    room.enter(leaving);
    ASSERT_TRUE(leaving.decide(timed_block::left));
    std::jthread notifier([&] {
        lab04::wait_queue taken;
        room.take(taken, std::numeric_limits<std::uint32_t>::max());
        EXPECT_EQ(&taken.pop_front(), &patient);
        EXPECT_TRUE(taken.empty()) << "a waiter that was not there yet";
    });
    // relaxed: enter() takes the guard, so it comes after the look at all waiters.
    wait_until_true(
        [&] { return patient.fate.load(std::memory_order_relaxed) != timed_block::waiting; });
    room.enter(late);
    let_others_run();
    room.leave(leaving);
    notifier.join();
    EXPECT_TRUE(late.decide(timed_block::left)) << "it was notified of what was before it";
}

TEST(TimedQueueCondvar, MayBeDestroyedWhenATimedWaiterHasBeenNotified) {
    // The waiter's time may be up in the same moment; it must not come back to the object.
    // AddressSanitizer decides: an access after that is to memory that was freed.
    int destroyed = 0;
    for (int round = 0; destroyed < 50; ++round) {
        lab04::queue_mutex mutex;
        auto changed = std::make_unique<timed_queue_condvar>();
        timed_queue_condvar& in_use = *changed;
        bool came = false; // all three under the mutex
        bool left = false;
        bool told = false;
        std::jthread waiter([&] {
            std::unique_lock lock(mutex);
            came = true;
            std::cv_status const ended = in_use.wait_for(lock, 1us * (round % 100));
            left = ended == std::cv_status::timeout && !told;
        });
        for (bool done = false; !done;) {
            std::unique_lock const lock(mutex);
            if (!came) continue;
            done = true;
            if (left) continue; // no waiter to notify in this round
            told = true;
            in_use.notify_all();
            changed.reset();
            ++destroyed;
        }
    }
}

} // namespace kev::testing
