// The slots in which waiters of condition variables sleep, and the wake-ups of a notifier of several slots.
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/wait_slots.hpp>
#include <kev/stop_token.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <chrono>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using namespace std::chrono_literals;

bool notify(wait_place const& place) {
    wake_batch alone;
    return place.notify(alone);
}
using testing::let_others_run;

TEST(Slot, IsOfOneOwnerAtATime) {
    int object = 0;
    wait_place const first = place_of(&object, 0);
    wait_place const next_lap = place_of(&object, number_of_wait_slots());
    ASSERT_TRUE(first.take());
    EXPECT_TRUE(first.has_waiter());
    EXPECT_FALSE(next_lap.take()) << "both positions have one slot";
    EXPECT_FALSE(next_lap.has_waiter()) << "the slot says which of the positions waits there";
    EXPECT_FALSE(notify(next_lap));
    EXPECT_FALSE(first.sleep(lab05::for_at_most(0s), &object));
    EXPECT_FALSE(first.has_waiter());
    EXPECT_FALSE(notify(first)) << "the waiter has left";
    EXPECT_TRUE(next_lap.take());
    EXPECT_FALSE(next_lap.sleep(lab05::for_at_most(0s), &object));
}

TEST(Slot, IsAnotherForEachPositionUntilAllAreUsed) {
    int object = 0;
    std::vector<wait_place> places;
    for (state_t i = 0; i < number_of_wait_slots(); ++i) {
        places.push_back(place_of(&object, i));
        EXPECT_TRUE(places.back().take());
    }
    for (wait_place const& place : places)
        EXPECT_FALSE(place.sleep(lab05::for_at_most(0s), &object));
}

// A notifier may stand still while its position's slot has other owners.
TEST(Slot, TellsItsOwnersApartForManyRoundsOfTheTable) {
    alignas(8) int object = 0; // as a condition variable is
    state_t constexpr rounds_told_apart = 512;
    wait_place const later = place_of(&object, (rounds_told_apart - 1) * number_of_wait_slots());
    ASSERT_TRUE(later.take());
    for (state_t round = 0; round < rounds_told_apart - 1; ++round)
        EXPECT_FALSE(notify(place_of(&object, round * number_of_wait_slots()))) << round;
    EXPECT_FALSE(later.sleep(lab05::for_at_most(0s), &object))
        << "an earlier notification was taken";
}

// The stop was requested before the wait, so the waiter's own thread learns of it while the slot is taken.
TEST(Slot, IsGivenBackByAWaitThatWasStoppedBeforehand) {
    std::stop_source stop;
    stop.request_stop();
    mutex m;
    condition_variable changed;
    std::unique_lock lock(m);
    for (state_t i = 0; i < number_of_wait_slots(); ++i)
        stop_waits::wait(changed, lock, stop.get_token(), lab05::no_limit());
    int object = 0;
    for (state_t i = 0; i < number_of_wait_slots(); ++i) {
        wait_place const place = place_of(&object, i);
        ASSERT_TRUE(place.take()) << i;
        EXPECT_TRUE(place.give_back());
    }
}

// A notifier that has moved a sleeper, and not woken it yet: its wake_batch is not destroyed yet.
TEST(StoppedNotifier, LeavesAMovedSleeperItsTimeLimit) {
    int object = 0;
    wait_place const moved = place_of(&object, 0);
    wait_place const last = place_of(&object, 1);
    ASSERT_TRUE(moved.take());
    ASSERT_TRUE(last.take());
    std::atomic<bool> was_notified{false};
    std::jthread timed([&] { was_notified = moved.sleep(lab05::for_at_most(200ms), &object); });
    std::jthread const patient([&] { last.sleep(lab05::no_limit(), &object); });
    let_others_run();
    {
        wake_batch not_yet;
        bool const in_time = moved.notify(not_yet);
        EXPECT_TRUE(last.notify(not_yet));
        timed.join();
        EXPECT_EQ(was_notified, in_time);
    }
}

// Between the notification of a waiter and its wake-up, the waiter went on for no reason, and its slot has another owner.
TEST(StoppedNotifier, KeepsNoLaterOwnerOfTheSlotAsleep) {
    int object = 0;
    wait_place const first = place_of(&object, 0);
    wait_place const later_owner = place_of(&object, number_of_wait_slots());
    wait_place const other = place_of(&object, 1);
    ASSERT_TRUE(first.take());
    ASSERT_TRUE(other.take());
    wake_batch not_yet;
    ASSERT_TRUE(first.notify(not_yet));
    EXPECT_TRUE(first.sleep(lab05::no_limit(), &object));
    ASSERT_TRUE(later_owner.take());
    std::jthread later([&] { later_owner.sleep(lab05::no_limit(), &object); });
    let_others_run();
    EXPECT_TRUE(other.notify(not_yet)); // would move the thread that sleeps in the first slot
    notify(later_owner);
    later.join();
    EXPECT_TRUE(other.sleep(lab05::no_limit(), &object));
}

} // namespace
} // namespace kev::lab08
