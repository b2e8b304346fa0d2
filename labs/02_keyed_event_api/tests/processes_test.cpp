// Two real processes that share one named object: they never meet, and the death of one process does not
// affect the other.
#include <kev/lab02/keyed_event.hpp>
#include <kev/testing/child_process.hpp>
#include <kev/testing/threads.hpp>

#include <thread>

#include <gtest/gtest.h>

namespace kev::lab02 {
namespace {

using namespace std::chrono_literals;
using testing::child_process;
using testing::tell_parent;

constexpr char16_t shared_name[] = u"\\KernelObjects\\CritSecOutOfMemoryEvent";

// The same number in both processes; an address could differ.
void const* const key = reinterpret_cast<void const*>(std::uintptr_t{0x1000});

int wait_for_ever() {
    keyed_event const event = keyed_event::open(shared_name);
    tell_parent("waiting");
    event.wait(key);
    tell_parent("woken");
    return 0;
}

int meet_at_home() {
    keyed_event const event = keyed_event::open(shared_name);
    std::jthread waiter([&] { event.wait(key); });
    event.release(key);
    waiter.join();
    tell_parent("met");
    return 0;
}

testing::child_role const waiter_role("wait-for-ever", wait_for_ever);
testing::child_role const home_role("meet-at-home", meet_at_home);

TEST(Processes, DoNotMeetThroughASharedObject) {
    keyed_event const event = keyed_event::open(shared_name);
    child_process child("wait-for-ever");
    ASSERT_EQ(child.read_line(), "waiting");
    testing::let_others_run();
    EXPECT_EQ(event.release_for(key, 100ms), outcome::timed_out);
    EXPECT_TRUE(child.running());
}

TEST(Processes, EachMeetTheirOwnWhileTheOtherWaits) {
    child_process waiting("wait-for-ever");
    ASSERT_EQ(waiting.read_line(), "waiting");
    testing::let_others_run();
    child_process meeting("meet-at-home");
    EXPECT_EQ(meeting.read_line(), "met");
    EXPECT_EQ(meeting.wait(), 0);
    EXPECT_TRUE(waiting.running());
}

TEST(Processes, AKilledProcessLeavesNoWaiterBehind) {
    keyed_event const event = keyed_event::open(shared_name);
    child_process child("wait-for-ever");
    ASSERT_EQ(child.read_line(), "waiting");
    testing::let_others_run();
    child.kill();
    EXPECT_EQ(child.wait(), -1);
    EXPECT_EQ(event.release_for(key, 50ms), outcome::timed_out);
    // And the object still works.
    std::jthread waiter([&] { event.wait(key); });
    event.release(key);
}

} // namespace
} // namespace kev::lab02
