// Two waiters; the releaser meets the first.
#include <kev/lab02/emulation/keyed_event_table.hpp>

#include <gtest/gtest.h>

namespace kev::lab02::emulation {
namespace {

TEST(Queue, ServesItsWaitersInTheOrderInWhichTheyCame) {
    keyed_event_table table;
    alignas(8) long key = 0;
    thread_record first;
    thread_record second;
    thread_record releaser;
    ASSERT_FALSE(table.arrive(side::waiter, &key, first)) << "nobody to meet";
    ASSERT_FALSE(table.arrive(side::waiter, &key, second)) << "nobody to meet";
    EXPECT_TRUE(table.arrive(side::releaser, &key, releaser)) << "a waiter is there";
    EXPECT_FALSE(first.queued) << "it came first";
    EXPECT_TRUE(second.queued) << "its turn comes";
    EXPECT_TRUE(table.arrive(side::releaser, &key, releaser));
    EXPECT_FALSE(second.queued);
}

} // namespace
} // namespace kev::lab02::emulation
