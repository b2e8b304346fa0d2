// The simulated kernel: its events, its keyed event, and its account of resources.
#include <kev/lab01/kernel.hpp>
#include <kev/lab01/simulation/keyed_event_list.hpp>
#include <kev/testing/child_process.hpp>
#include <kev/testing/threads.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab01 {
namespace {

class Kernel : public ::testing::Test {
protected:
    void SetUp() override { kernel::boot(); }

    static kernel::handle new_event() {
        kernel::handle made = kernel::no_handle;
        EXPECT_EQ(kernel::create_event(made), STATUS_SUCCESS);
        return made;
    }
};

TEST_F(Kernel, GivesOutHandlesInStepsOfFourAndTakesThemBack) {
    kernel::handle const first = new_event();
    kernel::handle const second = new_event();
    EXPECT_NE(first, kernel::no_handle);
    EXPECT_EQ(first % 4, 0u);
    EXPECT_NE(first, second);
    kernel::close(first);
    EXPECT_EQ(new_event(), first) << "a number that is free is used again";
}

TEST_F(Kernel, KeepsBooksOfHandlesPoolAndHeap) {
    kernel::handle const event = new_event();
    EXPECT_EQ(kernel::heap_allocate(100), STATUS_SUCCESS);
    EXPECT_EQ(kernel::used(), (kernel::usage{1, kernel::event_bytes, 100, 2, 0}));
    kernel::close(event);
    kernel::heap_free(100);
    EXPECT_EQ(kernel::used(), (kernel::usage{0, 0, 0, 2, 0}));
}

TEST_F(Kernel, RefusesWhatIsBeyondEachLimitAndTakesNothingThen) {
    kernel::handle event = kernel::no_handle;
    kernel::set_limits({.handles = 0});
    EXPECT_EQ(kernel::create_event(event), STATUS_QUOTA_EXCEEDED);
    kernel::set_limits({.non_paged_bytes = kernel::event_bytes - 1});
    EXPECT_EQ(kernel::create_event(event), STATUS_INSUFFICIENT_RESOURCES);
    kernel::set_limits({.heap_bytes = 47});
    EXPECT_EQ(kernel::heap_allocate(48), STATUS_NO_MEMORY);
    EXPECT_EQ(event, kernel::no_handle);
    EXPECT_EQ(kernel::used(), (kernel::usage{0, 0, 0, 3, 3}));
    kernel::set_limits({.handles = 1, .non_paged_bytes = kernel::event_bytes, .heap_bytes = 48});
    EXPECT_EQ(kernel::create_event(event), STATUS_SUCCESS);
    EXPECT_EQ(kernel::heap_allocate(48), STATUS_SUCCESS);
    EXPECT_EQ(kernel::create_event(event), STATUS_QUOTA_EXCEEDED);
}

TEST_F(Kernel, FailsTheAllocationThatItIsToldToFail) {
    kernel::handle event = kernel::no_handle;
    kernel::inject({.fail_nth = 2});
    EXPECT_EQ(kernel::create_event(event), STATUS_SUCCESS);
    EXPECT_EQ(kernel::heap_allocate(1), STATUS_NO_MEMORY);
    EXPECT_EQ(kernel::create_event(event), STATUS_SUCCESS);
    kernel::inject({.fail_nth = 2, .and_all_later = true});
    EXPECT_EQ(kernel::create_event(event), STATUS_SUCCESS);
    EXPECT_EQ(kernel::create_event(event), STATUS_INSUFFICIENT_RESOURCES);
    EXPECT_EQ(kernel::create_event(event), STATUS_INSUFFICIENT_RESOURCES);
}

TEST_F(Kernel, FailsAsManyEventsByChoiceAsItMay) {
    kernel::inject({.may_fail = 3});
    kernel::handle event = kernel::no_handle;
    for (int i = 0; i < 100; ++i) kernel::create_event(event);
    EXPECT_EQ(kernel::used().failures, 3u);
    EXPECT_EQ(kernel::used().handles, 97u);
}

TEST_F(Kernel, EventThatIsSetTwiceLetsOneWaiterThrough) {
    kernel::handle const event = new_event();
    kernel::set_event(event);
    kernel::set_event(event);
    kernel::wait_for_event(event);
    std::atomic<bool> through{false};
    std::jthread second([&] {
        kernel::wait_for_event(event);
        through = true;
    });
    testing::let_others_run();
    EXPECT_FALSE(through) << "the second set was remembered, too";
    testing::wait_until_true([&] { return kernel::waiters_of(event) == 1; });
    kernel::set_event(event);
    second.join();
    EXPECT_EQ(kernel::waiters_of(event), 0u);
}

TEST_F(Kernel, EventServesItsWaitersInTheOrderInWhichTheyCame) {
    kernel::handle const event = new_event();
    std::atomic<int> served{0};
    std::array<int, 3> place{};
    {
        std::array<std::jthread, 3> waiters;
        for (std::size_t i = 0; i < waiters.size(); ++i) {
            waiters[i] = std::jthread([&, i] {
                kernel::wait_for_event(event);
                place[i] = ++served;
            });
            testing::wait_until_true([&] { return kernel::waiters_of(event) == i + 1; });
        }
        for (int i = 1; i <= 3; ++i) {
            kernel::set_event(event);
            testing::wait_until_true([&] { return served == i; });
        }
    }
    EXPECT_EQ(place, (std::array<int, 3>{1, 2, 3}));
}

TEST_F(Kernel, KeyedEventLetsThreadsWithOneKeyMeet) {
    long keys[2] = {};
    std::jthread waiter([&] { kernel::wait_for_keyed_event(&keys[0]); });
    testing::wait_until_true([] { return kernel::keyed_event_sleepers() == 1; });
    std::jthread releaser([&] { kernel::release_keyed_event(&keys[1]); });
    testing::wait_until_true([] { return kernel::keyed_event_sleepers() == 2; });
    kernel::wait_for_keyed_event(&keys[1]); // the releaser is there already
    releaser.join();
    EXPECT_EQ(kernel::keyed_event_sleepers(), 1u) << "the other key is still waited for";
    kernel::release_keyed_event(&keys[0]);
    waiter.join();
    EXPECT_EQ(kernel::used(), kernel::usage{}) << "a keyed event takes nothing";
}

int use_a_closed_handle() {
    kernel::handle event = kernel::no_handle;
    kernel::create_event(event);
    kernel::set_event(event);
    kernel::close(event);
    testing::tell_parent("closed");
    kernel::set_event(event);
    return 0;
}
testing::child_role const role("use-a-closed-handle", use_a_closed_handle);

// The simulation stops a section that uses a handle after it has closed it.
TEST_F(Kernel, StopsAProgramThatUsesAClosedHandle) {
    testing::child_process child("use-a-closed-handle");
    EXPECT_EQ(child.read_line(), "closed");
    EXPECT_NE(child.wait(), 0);
}

TEST(KeyedEventList, FindsTheFirstPartnerAmongOtherKeys) {
    using namespace simulation;
    long keys[3] = {};
    std::array<thread_record, 5> records;
    keyed_event_list list;
    EXPECT_EQ(list.meet(side::waiter, &keys[0], records[0]), nullptr);
    EXPECT_EQ(list.meet(side::waiter, &keys[1], records[1]), nullptr);
    EXPECT_EQ(list.meet(side::waiter, &keys[1], records[2]), nullptr);
    EXPECT_EQ(list.meet(side::releaser, &keys[2], records[3]), nullptr);
    EXPECT_EQ(list.size(), 4u);
    EXPECT_EQ(list.meet(side::releaser, &keys[1], records[4]), &records[1]);
    EXPECT_EQ(list.meet(side::releaser, &keys[1], records[4]), &records[2]);
    EXPECT_EQ(list.meet(side::releaser, &keys[1], records[4]), nullptr) << "now it waits itself";
    EXPECT_EQ(list.meet(side::waiter, &keys[2], records[1]), &records[3]);
    EXPECT_EQ(list.size(), 2u);
}

TEST(KeyedEventList, PutsABlockedReleaserBeforeAllOthers) {
    using namespace simulation;
    long keys[2] = {};
    std::array<thread_record, 4> records;
    thread_record waiter;
    keyed_event_list list;
    EXPECT_EQ(list.meet(side::waiter, &keys[0], records[0]), nullptr);
    EXPECT_EQ(list.meet(side::releaser, &keys[1], records[1]), nullptr);
    EXPECT_EQ(list.meet(side::waiter, &keys[0], records[2]), nullptr);
    EXPECT_EQ(list.meet(side::releaser, &keys[1], records[3]), nullptr);
    EXPECT_EQ(list.meet(side::waiter, &keys[1], waiter), &records[3])
        << "the last releaser is first";
    EXPECT_EQ(list.meet(side::waiter, &keys[1], waiter), &records[1]);
    EXPECT_EQ(list.size(), 2u);
}

TEST(Status, HasTheNumberThatWindowsGivesIt) {
    EXPECT_EQ(static_cast<std::uint32_t>(STATUS_NO_MEMORY), 0xC000'0017u);
    EXPECT_EQ(static_cast<std::uint32_t>(STATUS_QUOTA_EXCEEDED), 0xC000'0044u);
    EXPECT_EQ(static_cast<std::uint32_t>(STATUS_INSUFFICIENT_RESOURCES), 0xC000'009Au);
    EXPECT_STREQ(raised(STATUS_NO_MEMORY).what(), "STATUS_NO_MEMORY");
}

TEST(Thread, HasANumberOfItsOwn) {
    kernel::thread_id other = 0;
    std::thread([&] { other = kernel::current_thread(); }).join();
    EXPECT_NE(kernel::current_thread(), 0u);
    EXPECT_NE(other, 0u);
    EXPECT_NE(kernel::current_thread(), other);
    EXPECT_EQ(kernel::current_thread(), kernel::current_thread());
}

} // namespace
} // namespace kev::lab01
