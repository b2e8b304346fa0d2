/// @file
/// A condition variable that moves its waiters onto the mutex in place of waking them.
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
/// A waiter needs the mutex before it can do anything, so waking it before it can have the mutex is
/// useless. Each waiter sleeps on its own block. A notification takes blocks out of this object's queue
/// and puts them into the mutex's queue, while their threads sleep on. The kernel cannot move a sleeper
/// from one key to another, and need not: no thread changes its key. Each unlock then wakes one thread.
///
/// A notification reaches only threads that waited when it was made, first come first served. Neither
/// call blocks in the kernel, unless the mutex is free: then it wakes the first waiter.
///
/// As with std::condition_variable, all threads that wait at one time use the same mutex. The object
/// may be destroyed as soon as every waiter has been notified, even if some waiters are still on their
/// way out of wait().
class queue_condvar {
public:
    queue_condvar() noexcept = default;
    queue_condvar(queue_condvar const&) = delete;
    queue_condvar& operator=(queue_condvar const&) = delete;

    /// Gives the lock up, sleeps until notified, takes the lock again. The caller owns it.
    // [wait]
    void wait(std::unique_lock<queue_mutex>& lock) noexcept {
        waiter self(*lock.mutex());
        waiters_.enter(self);
        if (self.mutex.unlock_before_sleep(self)) lab02::default_event.wait(self.key());
        self.mutex.lock_when_taken_out(self);
    }
    // [/wait]

    /// Waits until `holds()`, which is called with the lock owned. An exception of `holds()` leaves this
    /// function with the lock owned.
    template <typename Predicate>
    void wait(std::unique_lock<queue_mutex>& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// Moves the thread that has waited longest, if any, to the mutex.
    void notify_one() noexcept {
        if (waiters_.is_empty()) return;
        wait_queue notified;
        waiters_.take_one(notified);
        hand_over(notified);
    }

    /// Moves all threads that wait now to the mutex, in their order. The time of the call does not
    /// depend on their number.
    // [notify_all]
    void notify_all() noexcept {
        if (waiters_.is_empty()) return;
        wait_queue notified;
        waiters_.take_all(notified);
        hand_over(notified);
    }
    // [/notify_all]

private:
    struct waiter : wait_block {
        explicit waiter(queue_mutex& own) noexcept : mutex(own) {}
        /// The key that the mutex will release: it knows blocks, not waiters.
        wait_block const* key() const noexcept { return this; }
        queue_mutex& mutex;
    };

    // [hand_over]
    static void hand_over(wait_queue& notified) noexcept {
        if (notified.empty()) return;
        // All waiters have the same mutex. It exists, because they are inside wait().
        static_cast<waiter&>(notified.front()).mutex.requeue(notified);
    }
    // [/hand_over]

    waiting_room waiters_;
};

} // namespace kev::lab04
