// pthread_cancel() of a thread that waits: a lock cannot be unwound out of its wait, so a wait is no cancellation point.
#include <kev/lab02/keyed_event.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include <pthread.h>

namespace kev::lab02 {
namespace {

TEST(Cancellation, ComesAfterTheMeeting) {
#if defined(_LIBCPP_VERSION)
    GTEST_SKIP() << "glibc unwinds by GCC's unwinder, and libc++'s frames ask LLVM's";
#endif
    alignas(8) static long key = 0;
    std::atomic<bool> waits{false};
    std::atomic<bool> met{false};
    std::atomic<bool> went_on{false};
    std::jthread waiter([&] {
        waits = true;
        default_event.wait(&key);
        met = true;
        pthread_testcancel();
        went_on = true;
    });
    testing::wait_until_true([&] { return waits.load(); });
    testing::let_others_run();
    ASSERT_EQ(pthread_cancel(waiter.native_handle()), 0);
    testing::let_others_run();
    EXPECT_FALSE(met);
    default_event.release(&key); // would hang if the waiter had left
    waiter.join();
    EXPECT_TRUE(met);
    EXPECT_FALSE(went_on);
}

} // namespace
} // namespace kev::lab02
