// Locks still work while the program ends: after main() has returned, background threads may use them.
#include <kev/lab02/keyed_event.hpp>
#include <kev/testing/child_process.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <chrono>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

namespace kev::lab02 {
namespace {

static_assert(std::is_trivially_destructible_v<decltype(default_event)>);

alignas(8) int key = 0;

// Destroyed while the program ends: meets a thread of the background at the default object once more.
struct last_meeting {
    bool expected = false;
    ~last_meeting() {
        if (!expected) return;
        default_event.release(&key);
        testing::tell_parent("met after main()");
    }
};
last_meeting at_exit;

int leave_a_thread_behind() {
    at_exit.expected = true;
    std::thread([] {
        for (;;) default_event.wait(&key);
    }).detach();
    return 0;
}
testing::child_role const role("leave-a-thread-behind", leave_a_thread_behind);

TEST(Exit, TheDefaultObjectOutlivesStaticDestruction) {
    testing::child_process child("leave-a-thread-behind");
    EXPECT_EQ(child.read_line(), "met after main()");
    EXPECT_EQ(child.wait(), 0);
}

} // namespace
} // namespace kev::lab02
