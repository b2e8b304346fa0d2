/// @file
/// The promises that differ between condition variables, and the threads that the tests of condition_variable_suite.hpp
/// share.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <kev/testing/threads.hpp>

namespace kev::testing {

/// A condition variable, and the mutex that it is tested with, by std::unique_lock.
template <typename Condvar, typename Mutex>
struct waits_with {
    using condvar = Condvar;
    using mutex = Mutex;
};

/// Whether a condition variable sleeps through lab 02's wrapper, which counts. One that does not
/// (those of the standard library) specialises it as false.
template <typename Condvar>
inline constexpr bool condvar_sleeps_are_counted = true;
template <>
inline constexpr bool condvar_sleeps_are_counted<std::condition_variable> = false;
template <>
inline constexpr bool condvar_sleeps_are_counted<std::condition_variable_any> = false;

/// Whether each wait() that ends has used up a notification. One whose waits may end for no reason, as those
/// of the standard library may, specialises it as false.
template <typename Condvar>
inline constexpr bool wakes_only_when_notified = condvar_sleeps_are_counted<Condvar>;

/// Whether a condition variable may be destroyed as soon as all its waiters have been notified. One
/// whose waiters read it once more after that specialises it as false.
template <typename Condvar>
inline constexpr bool may_be_destroyed_once_all_are_notified = true;

/// Whether a notification that is made with the mutex free may go to a thread that began to wait after
/// it, and pass over one that waited before (race V4 of lab 04). One that does so specialises it as
/// true; a program, and this suite, then has to notify with the mutex owned where it matters.
template <typename Condvar>
inline constexpr bool may_pass_waiters_over = false;

template <typename Pair>
class ConditionVariable : public ::testing::Test {
protected:
    using condvar = typename Pair::condvar;
    using mutex = typename Pair::mutex;
    using unique_lock = std::unique_lock<mutex>;

    /// A thread that takes a ticket as soon as there is one. It says under the mutex that it waits.
    void take_ticket() {
        unique_lock lock(mutex_);
        ++waiting_;
        changed_->wait(lock, [&] { return ++looks_, tickets_ > 0; });
        EXPECT_TRUE(lock.owns_lock());
        --tickets_;
        --waiting_;
        ++taken_;
    }

    /// Starts `count` such threads and returns when all wait.
    std::vector<std::jthread> start_takers(int count) {
        std::vector<std::jthread> takers;
        for (int i = 0; i < count; ++i) takers.push_back(start_thread([this] { take_ticket(); }));
        wait_until_true([&] {
            unique_lock const lock(mutex_);
            return waiting_ == count;
        });
        return takers;
    }

    /// Makes tickets, and notifies with the mutex owned or after it was given up.
    template <typename Notify>
    void make_tickets(int count, bool owning, Notify notify) {
        unique_lock lock(mutex_);
        tickets_ += count;
        if (!owning) lock.unlock();
        notify(*changed_);
    }

    int taken() {
        unique_lock const lock(mutex_);
        return taken_;
    }

    mutex mutex_{};
    std::unique_ptr<condvar> changed_ = std::make_unique<condvar>();
    int tickets_ = 0; // plain, as all below: ThreadSanitizer judges the mutex and wait() by it
    int waiting_ = 0;
    int taken_ = 0;
    int looks_ = 0; ///< at the condition, of all takers
};

} // namespace kev::testing
