// The promises of a keyed event to one waiter and one releaser, and to many. The same tests run on the
// emulation and on ntdll; where Wine differs from what Windows is said to do, the test says so.
#include <kev/lab02/keyed_event.hpp>
#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>
#include <kev/testing/threads.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab02 {
namespace {

using namespace std::chrono_literals;
using testing::let_others_run;

static_assert(sizeof(keyed_event) == sizeof(void*), "a handle and nothing else");

class KeyedEvent : public ::testing::Test {
protected:
    keyed_event event = keyed_event::create();
    alignas(8) int lock = 0; // its address is the key, as in every lock of the labs
    alignas(8) int other_lock = 0;
};

TEST_F(KeyedEvent, ReleaseBlocksUntilAWaiterArrives) {
    std::atomic<bool> released{false};
    std::jthread releaser([&] {
        event.release(&lock);
        released = true;
    });
    let_others_run();
    EXPECT_FALSE(released);
    event.wait(&lock);
    releaser.join();
    EXPECT_TRUE(released);
}

TEST_F(KeyedEvent, WaitBlocksUntilAReleaserArrives) {
    std::atomic<bool> woken{false};
    std::jthread waiter([&] {
        event.wait(&lock);
        woken = true;
    });
    let_others_run();
    EXPECT_FALSE(woken);
    event.release(&lock);
    waiter.join();
    EXPECT_TRUE(woken);
}

TEST_F(KeyedEvent, OneReleaseWakesOneWaiter) {
    std::atomic<int> woken{0};
    std::vector<std::jthread> waiters;
    for (int i = 0; i < 3; ++i) {
        waiters.emplace_back([&] {
            event.wait(&lock);
            ++woken;
        });
    }
    for (int expected = 1; expected <= 3; ++expected) {
        event.release(&lock);
        testing::wait_until_true([&] { return woken >= expected; });
        let_others_run();
        EXPECT_EQ(woken, expected);
    }
}

TEST_F(KeyedEvent, KeysDoNotCross) {
    std::atomic<bool> woken{false};
    std::jthread waiter([&] {
        event.wait(&lock);
        woken = true;
    });
    EXPECT_EQ(event.release_for(&other_lock, 60ms), outcome::timed_out);
    EXPECT_FALSE(woken);
    event.release(&lock);
}

TEST_F(KeyedEvent, ObjectsDoNotCross) {
    keyed_event const other = keyed_event::create();
    std::atomic<bool> woken{false};
    std::jthread waiter([&] {
        event.wait(&lock);
        woken = true;
    });
    EXPECT_EQ(other.release_for(&lock, 60ms), outcome::timed_out);
    EXPECT_FALSE(woken);
    event.release(&lock);
}

TEST_F(KeyedEvent, TheDefaultObjectIsNotAnyOtherObject) {
    std::jthread waiter([&] { default_event.wait(&lock); });
    EXPECT_EQ(event.release_for(&lock, 60ms), outcome::timed_out);
    default_event.release(&lock);
}

TEST_F(KeyedEvent, TheNullKeyIsAKey) {
    std::jthread waiter([&] { event.wait(nullptr); });
    EXPECT_EQ(event.release_for(&lock, 60ms), outcome::timed_out);
    event.release(nullptr);
}

// The test arranges the order of arrival with pauses, and a busy machine may upset it. So there are several
// rounds, and one round has to come out in order. A queue that is not first in, first out would have to
// order eight threads by chance.
constexpr int queue_length = 8;
constexpr int rounds = 6;

template <typename Enter, typename Serve>
bool served_in_order_once(Enter enter, Serve serve) {
    std::vector<int> in_order(queue_length);
    std::iota(in_order.begin(), in_order.end(), 0);
    for (int round = 0; round < rounds; ++round) {
        std::vector<int> served;
        std::atomic<int> count{0};
        std::vector<std::jthread> queue;
        for (int index = 0; index < queue_length; ++index) {
            queue.emplace_back([&, index] {
                enter();
                served.push_back(index); // one at a time: see below
                ++count;
            });
            std::this_thread::sleep_for(15ms);
        }
        for (int index = 0; index < queue_length; ++index) {
            serve();
            // The next waiter is released only when this waiter has signed the list.
            testing::wait_until_true([&] { return count > index; });
        }
        queue.clear();
        if (served == in_order) return true;
    }
    return false;
}

TEST_F(KeyedEvent, WaitersAreServedFirstInFirstOut) {
    EXPECT_TRUE(served_in_order_once([&] { event.wait(&lock); }, [&] { event.release(&lock); }));
}

// Kernels differ in which releaser a wait meets: Windows serves the releaser that blocked last, Wine and the
// emulation the releaser that blocked first. Every kernel lets exactly one releaser go for each wait.
TEST_F(KeyedEvent, EachWaitLetsOneBlockedReleaserGo) {
    std::atomic<int> met{0};
    std::vector<std::jthread> releasers;
    for (int i = 0; i < queue_length; ++i) {
        releasers.emplace_back([&] {
            event.release(&lock);
            ++met;
        });
    }
    let_others_run(); // so that most of them block before the first wait
    for (int waits = 1; waits <= queue_length; ++waits) {
        event.wait(&lock);
        testing::wait_until_true([&] { return met >= waits; });
        let_others_run();
        EXPECT_EQ(met, waits);
    }
    releasers.clear();
    EXPECT_EQ(event.wait_for(&lock, 0ms), outcome::timed_out) << "no release is left over";
}

TEST_F(KeyedEvent, ATimedOutWaiterLeavesTheQueue) {
    EXPECT_EQ(event.wait_for(&lock, 20ms), outcome::timed_out);
    EXPECT_EQ(event.release_for(&lock, 20ms), outcome::timed_out);
}

TEST_F(KeyedEvent, ATimedOutReleaserLeavesTheQueue) {
    EXPECT_EQ(event.release_for(&lock, 20ms), outcome::timed_out);
    EXPECT_EQ(event.wait_for(&lock, 20ms), outcome::timed_out);
}

TEST_F(KeyedEvent, AWaiterInTheMiddleOfTheQueueMayTimeOut) {
    std::atomic<int> met{0};
    std::atomic<int> timed_out{0};
    auto const wait = [&](auto limit) {
        (event.wait_for(&lock, limit) == outcome::met ? met : timed_out)++;
    };
    std::jthread first(wait, 1h);
    std::this_thread::sleep_for(15ms);
    std::jthread middle(wait, 40ms);
    std::this_thread::sleep_for(15ms);
    std::jthread last(wait, 1h);
    middle.join();
    event.release(&lock);
    event.release(&lock);
    first.join();
    last.join();
    EXPECT_EQ(met, 2);
    EXPECT_EQ(timed_out, 1);
    EXPECT_EQ(event.release_for(&lock, 0ms), outcome::timed_out);
}

// Closes a handle while a thread waits through it, or is about to. @return how that wait ended.
nt::NTSTATUS close_under_a_waiter(keyed_event const& second, std::chrono::milliseconds head_start) {
    alignas(8) static int key = 0;
    keyed_event first = keyed_event::open(u"\\BaseNamedObjects\\kev-close-test");
    constexpr nt::NTSTATUS still_inside = -1;
    std::atomic<nt::NTSTATUS> ended{still_inside};
    std::jthread waiter([&, handle = first.native_handle()] {
        ended = nt::NtWaitForKeyedEvent(handle, &key, 0, nullptr);
    });
    std::this_thread::sleep_for(head_start);
    first.close();
    // The thread is inside, and only this release ends its wait. Or it came too late, and no thread waits.
    while (ended == still_inside && second.release_for(&key, 10ms) != outcome::met) {
    }
    waiter.join();
    return ended;
}

TEST_F(KeyedEvent, AHandleMayBeClosedWhileAThreadWaits) {
    keyed_event const second = keyed_event::create_named(u"\\BaseNamedObjects\\kev-close-test");
    nt::NTSTATUS ended = nt::STATUS_INVALID_HANDLE;
    for (auto head_start = 30ms; ended == nt::STATUS_INVALID_HANDLE;
         head_start *= 2) // a busy machine
        ended = close_under_a_waiter(second, head_start);
    EXPECT_EQ(ended, nt::STATUS_SUCCESS);
}

} // namespace
} // namespace kev::lab02
