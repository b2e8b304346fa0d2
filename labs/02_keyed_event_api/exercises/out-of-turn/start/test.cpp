// A waiter and a releaser meet. Make the test tell who is served first.
#include <kev/lab02/emulation/keyed_event_table.hpp>

#include <gtest/gtest.h>

namespace kev::lab02::emulation {
namespace {

TEST(Queue, ServesItsWaitersInTheOrderInWhichTheyCame) {
    keyed_event_table table;
    alignas(8) long key = 0;
    thread_record first;
    thread_record releaser;
    ASSERT_FALSE(table.arrive(side::waiter, &key, first)) << "nobody to meet";
    EXPECT_TRUE(table.arrive(side::releaser, &key, releaser)) << "the waiter is there";
    EXPECT_FALSE(first.queued) << "it has been served";
    // TODO(you): one waiter has no order. No threads are needed: arrive() never blocks.
}

} // namespace
} // namespace kev::lab02::emulation
