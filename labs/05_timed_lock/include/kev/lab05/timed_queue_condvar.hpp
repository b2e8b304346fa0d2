/// @file
/// Lab 04's requeueing condition variable whose waiters may run out of time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab04/queue_mutex.hpp>
#include <kev/lab05/keyed_sleep.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/lab05/timed_waiting_room.hpp>
#include <kev/world.hpp>

namespace kev::lab05 {

/// std::condition_variable for lab 04's queue_mutex. A notification reaches a thread that waited when it
/// was made, in order of arrival. A thread whose time is up before that uses no notification.
///
/// Each waiter sleeps on a key of its own, and that makes the time-out simple. No other thread can take the
/// release that a notified waiter was promised. So this waiter waits for it without a limit.
class timed_queue_condvar {
    using queue_lock = std::unique_lock<lab04::queue_mutex>;

public:
    timed_queue_condvar() noexcept = default;
    timed_queue_condvar(timed_queue_condvar const&) = delete;
    timed_queue_condvar& operator=(timed_queue_condvar const&) = delete;

    /// Unlocks the lock, sleeps until notified, and locks it again. The caller owns it.
    void wait(queue_lock& lock) noexcept { wait_with(lock, no_limit()); }

    /// Waits until `holds()`. All calls with a predicate call it with the lock owned.
    template <typename Predicate>
    void wait(queue_lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// As wait(), until the clock shows `deadline`. The clocks are as in timed_mutex. Locking again has no
    /// limit. @return timeout if this thread was not notified in time.
    template <typename Clock, typename Duration>
    std::cv_status wait_until(queue_lock& lock,
                              std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return wait_with(lock, until<Clock, Duration>(deadline));
    }

    /// As wait(), for at most `interval` on a steady clock.
    template <typename Rep, typename Period>
    std::cv_status wait_for(queue_lock& lock,
                            std::chrono::duration<Rep, Period> interval) noexcept {
        return wait_with(lock, lab05::for_at_most(interval));
    }

    /// Waits until `holds()` or the clock shows `deadline`. @return what `holds()` said last.
    template <typename Clock, typename Duration, typename Predicate>
    bool wait_until(queue_lock& lock, std::chrono::time_point<Clock, Duration> deadline,
                    Predicate holds) {
        return wait_with(lock, until<Clock, Duration>(deadline), holds);
    }

    /// Waits until `holds()`, for at most `interval`. @return what `holds()` said last.
    template <typename Rep, typename Period, typename Predicate>
    bool wait_for(queue_lock& lock, std::chrono::duration<Rep, Period> interval, Predicate holds) {
        return wait_with(lock, lab05::for_at_most(interval), holds);
    }

    /// As wait(), with a limit of the caller's own making.
    std::cv_status wait_with(queue_lock& lock, sleep_limit auto const& limit) noexcept {
        waiter self(*lock.mutex());
        waiters_.enter(self);
        if (self.mutex.unlock_before_sleep(self) && !sleep(self, limit)) {
            self.mutex.lock();
            return std::cv_status::timeout;
        }
        self.mutex.lock_when_taken_out(self);
        return std::cv_status::no_timeout;
    }

    /// Makes the longest waiter compete for the mutex, if one waits. If the time of all waiters is up,
    /// spins until they have left.
    void notify_one() noexcept { notify(1); }

    /// Makes all threads that wait now compete for the mutex, one after the other. Wakes at most one. Spins
    /// until all waiters whose time is up have left.
    void notify_all() noexcept { notify(std::numeric_limits<std::uint32_t>::max()); }

private:
    struct waiter : timed_block {
        explicit waiter(lab04::queue_mutex& own) noexcept : mutex(own) {}
        lab04::wait_block const* key() const noexcept { return this; }
        lab04::queue_mutex& mutex;
    };

    bool wait_with(queue_lock& lock, sleep_limit auto const& limit, auto& holds) {
        while (!holds())
            if (wait_with(lock, limit) == std::cv_status::timeout) return holds();
        return true;
    }

    /// @return false if the time was up and this thread was not notified. It has left the room then.
    bool sleep(waiter& self, sleep_limit auto const& limit) noexcept {
        while (wait_for_release(self.key(), limit.end()) == lab02::outcome::timed_out) {
            if (!limit.passed()) continue;
            if (self.decide(timed_block::left)) {
                waiters_.leave(self);
                return false;
            }
            lab02::default_event.wait(self.key()); // notified: its turn at the mutex will come
            break;
        }
        return true;
    }

    void notify(std::uint32_t most) noexcept {
        lab04::wait_queue notified;
        waiters_.take(notified, most);
        if (notified.empty()) return;
        // All waiters have the same mutex. It exists, because they are inside wait().
        static_cast<waiter&>(notified.front()).mutex.requeue(notified);
    }

    timed_waiting_room waiters_;
};

} // namespace kev::lab05
