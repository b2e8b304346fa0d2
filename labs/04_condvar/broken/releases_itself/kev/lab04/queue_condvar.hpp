/// @file
/// V5: queue_condvar.hpp whose waiter gives the mutex up like anybody else. **It can hang.**
#pragma once

#include <mutex>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab04/queue_mutex.hpp>
#include <kev/lab04/wait_queue.hpp>
#include <kev/lab04/waiting_room.hpp>
#include <kev/world.hpp>

namespace kev::lab04 {

/// std::condition_variable for queue_mutex.
///
/// A waiter needs the mutex before it can do anything, so there is no point in waking it before the
/// mutex can be its own. Each waiter sleeps on its own block; a notification takes blocks out of this
/// object's queue and puts them into the mutex's, asleep as they are. The kernel, which cannot move a
/// sleeper from one key to another, does not notice: nobody changes keys. Each unlock then wakes one.
///
/// Notifications reach those who waited when they were made, in the order in which they came. Neither
/// call blocks in the kernel, unless the mutex is free: then it wakes the first.
///
/// As with std::condition_variable, all threads that wait at one time use the same mutex. The object
/// may be destroyed as soon as every waiter has been notified, though they may still be on their way
/// out of wait().
class queue_condvar {
public:
    queue_condvar() noexcept = default;
    queue_condvar(queue_condvar const&) = delete;
    queue_condvar& operator=(queue_condvar const&) = delete;

    /// Gives the lock up, sleeps until notified, takes the lock again. The caller owns it.
    void wait(std::unique_lock<queue_mutex>& lock) noexcept {
        waiter self(*lock.mutex());
        waiters_.enter(self);
        self.mutex
            .unlock(); // its own block may be the first in the queue by now: it waits for itself
        lab02::default_event.wait(self.key());
        self.mutex.lock_when_taken_out(self);
    }

    /// Waits until `holds()`, which is called with the lock owned. What it throws comes out of here,
    /// with the lock owned.
    template <typename Predicate>
    void wait(std::unique_lock<queue_mutex>& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// Lets the one who came first go for the mutex; nobody, if none waits.
    void notify_one() noexcept {
        if (waiters_.is_empty()) return;
        wait_queue notified;
        waiters_.take_one(notified);
        hand_over(notified);
    }

    /// Lets all who wait now go for the mutex, one after the other. The call takes the same time,
    /// however many they are.
    void notify_all() noexcept {
        if (waiters_.is_empty()) return;
        wait_queue notified;
        waiters_.take_all(notified);
        hand_over(notified);
    }

private:
    struct waiter : wait_block {
        explicit waiter(queue_mutex& own) noexcept : mutex(own) {}
        /// What the mutex will release: it knows blocks, not waiters.
        wait_block const* key() const noexcept { return this; }
        queue_mutex& mutex;
    };

    static void hand_over(wait_queue& notified) noexcept {
        if (notified.empty()) return;
        // All have the same mutex; it lives, for they are inside wait().
        static_cast<waiter&>(notified.front()).mutex.requeue(notified);
    }

    waiting_room waiters_;
};

} // namespace kev::lab04
