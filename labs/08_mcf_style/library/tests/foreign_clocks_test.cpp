// Moments of clocks that the library does not know, for each type that waits until a moment. The clocks count from far
// away, or stand at the end of their range.
#include <kev/event.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/stop_token.hpp>
#include <kev/testing/foreign_clocks.hpp>
#include <kev/testing/threads.hpp>

#include <condition_variable>
#include <mutex>
#include <stop_token>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using testing::expect_to_end_by_foreign_clocks;

TEST(AMomentOfAForeignClock, EndsAnAttemptToLockAMutex) {
    mutex m;
    m.lock();
    expect_to_end_by_foreign_clocks([&m](auto moment) { return m.try_lock_until(moment); });
}

TEST(AMomentOfAForeignClock, EndsAnAttemptToLockARecursiveMutex) {
    recursive_mutex m;
    m.lock();
    testing::in_another_thread([&m] {
        expect_to_end_by_foreign_clocks([&m](auto moment) { return m.try_lock_until(moment); });
    });
}

TEST(AMomentOfAForeignClock, EndsAnAttemptToWrite) {
    shared_mutex m;
    m.lock_shared();
    expect_to_end_by_foreign_clocks([&m](auto moment) { return m.try_lock_until(moment); });
}

TEST(AMomentOfAForeignClock, EndsAnAttemptToRead) {
    shared_mutex m;
    m.lock();
    expect_to_end_by_foreign_clocks([&m](auto moment) { return m.try_lock_shared_until(moment); });
}

TEST(AMomentOfAForeignClock, EndsAnAttemptToTakeAPermit) {
    counting_semaphore<> s;
    expect_to_end_by_foreign_clocks([&s](auto moment) { return s.try_acquire_until(moment); });
}

TEST(AMomentOfAForeignClock, EndsTheWaitForAnEvent) {
    event e;
    expect_to_end_by_foreign_clocks([&e](auto moment) { return e.wait_until(moment); });
}

TEST(AMomentOfAForeignClock, EndsTheWaitForAnInitialization) {
    once_flag flag;
    ASSERT_TRUE(flag.begin());
    expect_to_end_by_foreign_clocks(
        [&flag](auto moment) { return flag.begin_until(moment) != once_outcome::busy; });
}

TEST(AMomentOfAForeignClock, EndsTheWaitOfAConditionVariable) {
    condition_variable changed;
    mutex m;
    std::unique_lock lock(m);
    expect_to_end_by_foreign_clocks([&](auto moment) {
        return changed.wait_until(lock, moment) == std::cv_status::no_timeout;
    });
    expect_to_end_by_foreign_clocks(
        [&](auto moment) { return changed.wait_until(lock, moment, [] { return false; }); });
}

TEST(AMomentOfAForeignClock, EndsAWaitThatAStopMayEnd) {
    condition_variable changed;
    mutex m;
    std::unique_lock lock(m);
    std::stop_source const stop;
    expect_to_end_by_foreign_clocks([&](auto moment) {
        return wait_until(changed, lock, stop.get_token(), moment, [] { return false; });
    });
}

} // namespace
} // namespace kev::lab08
