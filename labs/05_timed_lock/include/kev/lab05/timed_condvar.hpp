/// @file
/// Lab 04's lock-free condition variable whose waiters may run out of time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab04/basic_lockable.hpp>
#include <kev/lab05/keyed_sleep.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/world.hpp>

namespace kev::lab05 {

/// A condition variable in 4 bytes with time limits. In all else it is lab 04's lock_free_condvar. It has
/// the same weakness: a notification without the mutex may go to a later waiter (race V4).
///
/// The count says how many threads wait and are not claimed. Here notify_all() may have claimed several
/// threads at a time. A waiter whose time is up still has the same two cases: it takes one off the count,
/// or, if the count is zero, it takes a release and was notified.
///
/// It may be destroyed once all waiters have been notified with the mutex owned and these calls have
/// returned. That relies on the kernel, because no documentation promises that a wait and a release that
/// meet order memory. Every kernel that we know takes a lock in both calls, or runs both on one thread, and so
/// orders them.
class timed_condvar {
public:
    constexpr timed_condvar() noexcept = default;
    timed_condvar(timed_condvar const&) = delete;
    timed_condvar& operator=(timed_condvar const&) = delete;

    /// Unlocks `lock`, sleeps until notified, and locks `lock` again. The caller owns `lock`. A lock that
    /// throws ends the program, because a waiter that is counted in cannot turn back.
    template <lab04::basic_lockable Lock>
    void wait(Lock& lock) noexcept {
        wait_with(lock, no_limit());
    }

    /// Waits until `holds()`. All calls with a predicate call it with `lock` owned.
    template <lab04::basic_lockable Lock, typename Predicate>
    void wait(Lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// As wait(), until the clock shows `deadline`. The clocks are as in timed_mutex. Locking `lock` again
    /// has no limit. @return timeout if this thread was not notified in time.
    template <lab04::basic_lockable Lock, typename Clock, typename Duration>
    std::cv_status wait_until(Lock& lock,
                              std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return wait_with(lock, until<Clock, Duration>(deadline));
    }

    /// As wait(), for at most `interval` on a steady clock.
    template <lab04::basic_lockable Lock, typename Rep, typename Period>
    std::cv_status wait_for(Lock& lock, std::chrono::duration<Rep, Period> interval) noexcept {
        return wait_with(lock, lab05::for_at_most(interval));
    }

    /// Waits until `holds()` or the clock shows `deadline`. @return what `holds()` said last.
    template <lab04::basic_lockable Lock, typename Clock, typename Duration, typename Predicate>
    bool wait_until(Lock& lock, std::chrono::time_point<Clock, Duration> deadline,
                    Predicate holds) {
        return wait_with(lock, until<Clock, Duration>(deadline), holds);
    }

    /// Waits until `holds()`, for at most `interval`. @return what `holds()` said last.
    template <lab04::basic_lockable Lock, typename Rep, typename Period, typename Predicate>
    bool wait_for(Lock& lock, std::chrono::duration<Rep, Period> interval, Predicate holds) {
        return wait_with(lock, lab05::for_at_most(interval), holds);
    }

    /// As wait(), with a limit of the caller's own making.
    template <lab04::basic_lockable Lock>
    std::cv_status wait_with(Lock& lock, sleep_limit auto const& limit) noexcept {
        // relaxed: a thread that changes the condition locks the mutex later, and so sees this count.
        waiters_.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        std::cv_status const ended = sleep(limit);
        lock.lock();
        return ended;
    }

    /// Wakes one waiter, if there is one. Blocks until a waiter that is counted in comes.
    void notify_one() noexcept {
        // acquire: TC2, pairs with TC1, whether a waiter is found or not. A waiter whose time is up has
        // then finished with the count before the object is destroyed. All other data passes through the mutex.
        std::uint32_t waiters = waiters_.load(std::memory_order_acquire); // TC2
        while (waiters > 0) {
            // acquire: TC2. On failure `waiters` is the newer count. A claim takes exactly one off it.
            if (waiters_.compare_exchange_weak(waiters, waiters - 1,
                                               std::memory_order_acquire,  // TC2
                                               std::memory_order_acquire)) // TC2
                return lab02::default_event.release(this);
        }
    }

    /// Wakes all threads that wait now. Blocks as notify_one() does, for one waiter after the other.
    void notify_all() noexcept {
        // acquire: TC2, as above. All are claimed at once, so this call does not wait for later waiters.
        std::uint32_t claimed = waiters_.exchange(0, std::memory_order_acquire); // TC2
        for (; claimed > 0; --claimed) lab02::default_event.release(this);
    }

private:
    bool wait_with(auto& lock, sleep_limit auto const& limit, auto& holds) {
        while (!holds())
            if (wait_with(lock, limit) == std::cv_status::timeout) return holds();
        return true;
    }

    std::cv_status sleep(sleep_limit auto const& limit) noexcept {
        while (wait_for_release(this, limit.end()) == lab02::outcome::timed_out) {
            if (!limit.passed()) continue; // too early; we are still counted in
            return withdraw() ? std::cv_status::timeout : std::cv_status::no_timeout;
        }
        return std::cv_status::no_timeout;
    }

    /// The time is up. Takes this thread off the count, or takes the release that it was promised.
    /// timed_mutex::withdraw() says why the two ways out are tried in turn.
    /// @return false if this thread took a release.
    bool withdraw() noexcept {
        for (;;) {
            // relaxed: only the count of promises is balanced here, and the exchange confirms it.
            std::uint32_t waiters = waiters_.load(std::memory_order_relaxed);
            if (waiters != 0) {
                // release: TC1, pairs with TC2. This is the thread's last access to the object.
                // relaxed: a failure decides nothing.
                if (waiters_.compare_exchange_weak(waiters, waiters - 1,
                                                   std::memory_order_release, // TC1
                                                   std::memory_order_relaxed))
                    return true;
            } else if (lab02::default_event.wait_for(this, a_moment) == lab02::outcome::met) {
                return false;
            }
        }
    }

    static constexpr std::chrono::milliseconds a_moment{
        1}; ///< between two looks, as in timed_mutex

    kev::atomic<std::uint32_t> waiters_{0, "waiters"};
};

} // namespace kev::lab05
