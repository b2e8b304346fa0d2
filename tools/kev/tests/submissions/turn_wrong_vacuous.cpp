// 02/out-of-turn fails: survives
// asserts nothing that an order would change
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
    thread_record a, b, r;
    ASSERT_FALSE(table.arrive(side::waiter, &key, a));
    ASSERT_FALSE(table.arrive(side::waiter, &key, b));
    ASSERT_TRUE(table.arrive(side::releaser, &key, r));
    EXPECT_TRUE(!a.queued || !b.queued) << "one of them was served";
    thread_record r2;
    table.arrive(side::releaser, &key, r2);
}

} // namespace
} // namespace kev::lab02::emulation
