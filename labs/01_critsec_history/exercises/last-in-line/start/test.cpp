// A waiter and a releaser meet in the list. Make the test tell who is first.
#include <kev/lab01/simulation/keyed_event_list.hpp>

#include <gtest/gtest.h>

namespace kev::lab01::simulation {
namespace {

TEST(KeyedEventList, ServesItsWaitersInTheOrderInWhichTheyCame) {
    keyed_event_list list;
    int key = 0;
    thread_record first;
    thread_record releaser;
    EXPECT_EQ(list.meet(side::waiter, &key, first), nullptr) << "nobody to meet";
    EXPECT_EQ(list.meet(side::releaser, &key, releaser), &first);
    // TODO(you): one waiter has no order.
    EXPECT_EQ(list.size(), 0u);
}

} // namespace
} // namespace kev::lab01::simulation
