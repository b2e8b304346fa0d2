// Locks work to the very end: in the last destructor of a thread, and while the program ends.
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/thread_alert.hpp>
#include <kev/lab06/wait_bucket.hpp>
#include <kev/testing/child_process.hpp>
#include <kev/testing/thread_end.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab06 {
namespace {

constinit address_mutex<> mutex;

bool somebody_waits() {
    return process_table().bucket_of(&mutex).occupied();
}

void lock_and_unlock() {
    std::lock_guard const lock(mutex);
}

// A thread gets its flag at its first wait. Thread-local objects are destroyed in reverse order, so an object that was
// made before that wait is destroyed after the flag has been given back.
TEST(ThreadEnd, AThreadWaitsInItsLastDestructor) {
    mutex.lock();
    std::jthread ending([] {
        testing::call_at_thread_end<lock_and_unlock>();
        this_thread_id();
    });
    testing::wait_until_true(somebody_waits);
    mutex.unlock();
    ending.join();
    EXPECT_FALSE(somebody_waits());
}

struct locks_after_main {
    bool expected = false;
    ~locks_after_main() {
        if (!expected) return;
        std::lock_guard const lock(mutex);
        testing::tell_parent("locked after main()");
    }
};
locks_after_main at_exit;

int end_with_the_mutex_owned() {
    at_exit.expected = true;
    this_thread_id(); // main()'s thread has waited before
    std::atomic<bool> owned{false};
    std::thread([&] {
        mutex.lock();
        owned = true;
        testing::wait_until_true(somebody_waits);
        mutex.unlock();
    }).detach();
    testing::wait_until_true([&] { return owned.load(); });
    return 0;
}
testing::child_role const role("end-with-the-mutex-owned", end_with_the_mutex_owned);

TEST(Exit, AThreadWaitsAfterMain) {
    testing::child_process child("end-with-the-mutex-owned");
    EXPECT_EQ(child.read_line(), "locked after main()");
    EXPECT_EQ(child.wait(), 0);
}

} // namespace
} // namespace kev::lab06
