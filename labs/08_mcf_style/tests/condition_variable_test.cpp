// Which waiter a notification wakes, and what happens at the limits of the word and of the table of slots: what the suite
// of all condition variables does not ask.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include "testing_access.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using condition_variable = inspected<lab08::condition_variable>;

using namespace std::chrono_literals;
using testing::let_others_run;
using testing::wait_until_true;

// A waiter with this lock gives the mutex up, and stands still until it may go to sleep.
struct lock_with_a_stop {
    mutex& m;
    std::atomic<bool>& unlocked;
    std::atomic<bool>& may_go_on;

    void lock() { m.lock(); }
    void unlock() {
        m.unlock();
        unlocked = true;
        wait_until_true([this] { return may_go_on.load(); });
    }
};

// Two notifications are made without the mutex, both while the early waiter waits. The late waiter begins after both.
TEST(LateWaiter, TakesNoNotificationOfAnEarlierWaiter) {
    mutex m;
    condition_variable changed;
    std::atomic<bool> early_has_unlocked{false};
    std::atomic<bool> early_may_sleep{false};
    std::atomic<bool> early_is_through{false};
    std::atomic<bool> late_has_unlocked{false};
    std::atomic<bool> late_may_sleep{true};
    std::atomic<bool> late_is_through{false};

    std::jthread early([&] {
        lock_with_a_stop lock{m, early_has_unlocked, early_may_sleep};
        lock.lock();
        changed.wait(lock);
        early_is_through = true;
        m.unlock();
    });
    wait_until_true([&] { return early_has_unlocked.load(); });
    std::jthread first_notifier(
        [&] { changed.notify_one(); }); // by key it waits for the early waiter
    wait_until_true([&] { return condition_bits::pending(changed.state()) == 0; });
    std::thread([&] { changed.notify_one(); }).join();

    std::jthread late([&] {
        lock_with_a_stop lock{m, late_has_unlocked, late_may_sleep};
        lock.lock();
        changed.wait(lock);
        late_is_through = true;
        m.unlock();
    });
    wait_until_true([&] { return late_has_unlocked.load(); });
    let_others_run(); // it sleeps, or has gone
    early_may_sleep = true;
    wait_until_true([&] { return early_is_through || late_is_through; });
    EXPECT_FALSE(late_is_through) << "the late waiter took the notification";
    while (!early_is_through || !late_is_through) {
        changed.notify_all();
        std::this_thread::sleep_for(1ms);
    }
}

TEST(Position, IsTakenInTheOrderInWhichWaitersBegin) {
    using namespace condition_bits;
    state_t state = 0;
    EXPECT_EQ(pending(state), 0u);
    for (state_t waiter = 0; waiter < 5; ++waiter) {
        EXPECT_EQ(next_position(state), waiter);
        state = with_a_waiter(state);
        EXPECT_EQ(pending(state), waiter + 1);
    }
    for (state_t i = 0; i < 5; ++i) EXPECT_EQ(position(state, i), i);
    state = without_oldest(state, 2);
    EXPECT_EQ(pending(state), 3u);
    EXPECT_EQ(position(state, 0), 2u);
    EXPECT_EQ(next_position(state), 5u) << "a notification does not change whose turn is next";
    state = without_oldest(state, pending(state));
    EXPECT_EQ(pending(state), 0u);
    EXPECT_EQ(next_position(state), 5u);
}

TEST(Position, WrapsAroundAndLeavesTheNumberOfPendingPositionsAlone) {
    using namespace condition_bits;
    state_t state = all_positions - 1; // the last but one, none pending
    for (int i = 0; i < 4; ++i) state = with_a_waiter(state);
    EXPECT_EQ(pending(state), 4u);
    EXPECT_EQ(position(state, 0), all_positions - 1);
    EXPECT_EQ(position(state, 1), all_positions);
    EXPECT_EQ(position(state, 2), 0u);
    EXPECT_EQ(next_position(state), 2u);
    state = without_oldest(state, 3);
    EXPECT_EQ(pending(state), 1u);
    EXPECT_EQ(position(state, 0), 1u);
    EXPECT_EQ(next_position(state), 2u);
}

TEST(Position, HasRoomInTheWordForAsManyAsTheTableHasSlots) {
    using namespace condition_bits;
    ASSERT_LE(number_of_wait_slots(), most_pending);
    state_t state = all_positions;
    for (state_t i = 0; i < most_pending; ++i) state = with_a_waiter(state);
    EXPECT_EQ(pending(state), most_pending);
    EXPECT_EQ(position(state, 0), all_positions);
    EXPECT_EQ(without_oldest(state, most_pending), most_pending - 1);
}

// So many threads wait for `ready`, on a condition variable that begins with this state.
class crowd {
public:
    explicit crowd(int waiters, state_t state = 0) : size_(waiters), changed_(state) {
        for (int i = 0; i < waiters; ++i) {
            threads_.emplace_back([this] {
                std::unique_lock lock(m_);
                ++waiting_;
                while (!ready_) changed_.wait(lock);
                --waiting_;
            });
        }
        wait_until_true([this] {
            std::lock_guard const look(m_);
            return waiting_ == size_;
        });
        let_others_run();
    }

    /// Makes it ready, and lets `notify` wake all of them.
    void wake(auto notify) {
        {
            std::lock_guard const mine(m_);
            ready_ = true;
        }
        notify(changed_);
        threads_.clear();
        EXPECT_EQ(waiting_, 0);
    }

private:
    int const size_;
    mutex m_;
    condition_variable changed_;
    int waiting_ = 0;
    bool ready_ = false;
    std::vector<std::jthread> threads_;
};

void notify_all(condition_variable& changed) {
    changed.notify_all();
}
void notify_as_many_as_can_be(condition_variable& changed) {
    changed.notify_some((std::numeric_limits<std::size_t>::max)());
}

TEST(Broadcast, WakesMoreThreadsThanItWakesAtOnce) {
    // A notifier wakes 8, 16 and 32 at once. One more than a number of whole rounds is woken by itself.
    for (int const waiters : {8, 9, 24, 25, 60}) crowd(waiters).wake(notify_all);
}

TEST(Broadcast, WakesThreadsOnBothSidesOfTheEndOfTheTable) {
    crowd(4, number_of_wait_slots() - 2).wake(notify_all);
}

TEST(NotifySome, EndsHoweverManyItMayWake) {
    crowd(0).wake(notify_as_many_as_can_be);
    crowd(3).wake(notify_as_many_as_can_be);
}

// Takes all slots for as long as it lives.
class full_table {
public:
    full_table() {
        for (state_t i = 0; i < number_of_wait_slots(); ++i) {
            places_.push_back(place_of(this, i));
            EXPECT_TRUE(places_.back().take());
        }
    }
    ~full_table() {
        for (wait_place const& place : places_) place.sleep(lab05::for_at_most(0s), this);
    }

private:
    std::vector<wait_place> places_;
};

TEST(FullTable, LetsAWaitEndForNoReasonOrByItsTimeLimit) {
    mutex m;
    condition_variable changed;
    full_table const full;
    std::unique_lock lock(m);
    EXPECT_EQ(changed.wait_for(lock, 1h), std::cv_status::no_timeout);
    EXPECT_EQ(changed.wait_for(lock, 0s), std::cv_status::timeout);
    EXPECT_FALSE(changed.wait_for(lock, 10ms, [] { return false; }));
    EXPECT_TRUE(lock.owns_lock());
    std::atomic<bool> ready{false};
    std::jthread const maker([&] {
        std::lock_guard const mine(m);
        ready = true;
    });
    changed.wait(lock, [&] { return ready.load(); }); // it looks again and again
}

TEST(TimedWaiter, FindsRoomHoweverManyPositionsWereLeftBehindAPatientWaiter) {
    mutex m;
    condition_variable changed;
    bool ready = false;
    int looks = 0;
    std::jthread patient([&] {
        std::unique_lock lock(m);
        changed.wait(lock, [&] { return ++looks, ready; });
    });
    wait_until_true([&] {
        std::lock_guard const look(m);
        return looks == 1;
    });
    std::unique_lock lock(m);
    for (state_t i = 0; i < number_of_wait_slots() - 1; ++i)
        EXPECT_EQ(changed.wait_for(lock, 0s), std::cv_status::timeout);
    EXPECT_EQ(looks, 1) << "the table has room, and no waiter is disturbed";
    // Now and then all positions are pending, and a waiter is woken for no reason: the patient one, or this thread.
    state_t timed_out = 0;
    for (state_t i = 0; i < 2 * number_of_wait_slots(); ++i)
        if (changed.wait_for(lock, 0s) == std::cv_status::timeout) ++timed_out;
    EXPECT_GE(timed_out, 2 * number_of_wait_slots() - 8);
    EXPECT_LE(condition_bits::pending(changed.state()), number_of_wait_slots());
    ready = true;
    changed.notify_one(); // passes over all positions that were left
    lock.unlock();
    patient.join();
    EXPECT_GE(looks, 2);
    changed.notify_one();
    EXPECT_EQ(condition_bits::pending(changed.state()), 0u);
}

// Each ticket is one notification, made without the mutex. Timed waiters give up all the time, and give a ticket back
// that they do not want: so each notification has to come to a patient waiter in the end, or the storm hangs.
// Two patient waiters, two notifiers, and two timed waiters, which take notifications that are not for them.
struct storm {
    static constexpr int each = 1'000;
    mutex m;
    condition_variable changed;
    long tickets = 0;
    std::atomic<int> taken{0};
    std::atomic<long> gave_up{0};
    std::atomic<long> passed_on{0};

    void thread(int index) {
        if (index < 2) return take();
        if (index < 4) return give();
        while (taken < 2 * each) wait_for(std::chrono::microseconds(20 * index));
    }

    void take() {
        for (int i = 0; i < each; ++i) {
            std::unique_lock lock(m);
            changed.wait(lock, [&] { return tickets > 0; });
            --tickets;
            ++taken;
        }
    }

    void give() {
        for (int i = 0; i < each; ++i) {
            {
                std::lock_guard const lock(m);
                ++tickets;
            }
            changed.notify_one();
            if (i % 16 == 0) std::this_thread::sleep_for(10us);
        }
    }

    // Without a condition, so it takes notifications, and passes them on.
    void wait_for(std::chrono::microseconds limit) {
        std::unique_lock lock(m);
        bool const notified = changed.wait_for(lock, limit) == std::cv_status::no_timeout;
        lock.unlock();
        if (notified) changed.notify_one();
        ++(notified ? passed_on : gave_up);
    }
};

TEST(Storm, ConservesNotificationsOfTwoNotifiersWithoutTheMutex) {
    storm all;
    // On a busy machine a round may be over before a timed waiter gives up.
    while (all.gave_up < 200 || all.passed_on < 50) {
        all.taken = 0;
        testing::run_threads(6, [&](int index) { all.thread(index); });
        ASSERT_EQ(all.taken, 2 * storm::each);
        ASSERT_EQ(all.tickets, 0);
        testing::feed_watchdog();
    }
}

} // namespace
} // namespace kev::lab08
