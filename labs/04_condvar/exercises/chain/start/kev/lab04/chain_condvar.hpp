/// @file
/// A condition variable whose waiters wake each other; the passing on is yours to write.
#pragma once

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab04/basic_lockable.hpp>
#include <kev/lab04/wait_queue.hpp>
#include <kev/lab04/waiting_room.hpp>
#include <kev/world.hpp>

namespace kev::lab04 {

/// queue_condvar for any BasicLockable: lab 03's mutex of 4 bytes, std::mutex, a std::unique_lock.
///
/// Such a mutex has no place for a waiter that is still asleep. So a broadcast makes a chain of the
/// waiters and wakes the first. Each waiter that has taken the mutex wakes the next. Of all waiters that
/// one broadcast has notified, at most one is awake and still without the mutex.
///
/// All threads that wait at one time use the same mutex. A waiter that could not get a second mutex would
/// hold up the chain. In all else as queue_condvar: first come first served, no waiter is passed over.
class chain_condvar {
public:
    chain_condvar() noexcept = default;
    chain_condvar(chain_condvar const&) = delete;
    chain_condvar& operator=(chain_condvar const&) = delete;

    /// Gives `lock` up, sleeps until notified, takes `lock` again. The caller owns `lock`. If `lock`
    /// throws, the program ends: a waiter that has entered the room cannot turn back.
    template <basic_lockable Lock>
    void wait(Lock& lock) noexcept {
        link self;
        waiters_.enter(self);
        lock.unlock();
        lab02::default_event.wait(&self);
        // TODO(you): whom do you have to wake, and when?
        lock.lock();
    }

    /// Waits until `holds()`, which is called with `lock` owned. An exception of `holds()` leaves this
    /// function with `lock` owned.
    template <basic_lockable Lock, typename Predicate>
    void wait(Lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// Wakes the thread that has waited longest, if any. Blocks until that thread, which has entered the
    /// room, is in the kernel.
    void notify_one() noexcept {
        if (waiters_.is_empty()) return;
        wait_queue notified;
        waiters_.take_one(notified);
        if (!notified.empty()) wake(static_cast<link&>(notified.front()));
    }

    /// Wakes the thread that has waited longest, and through it all that wait now. Blocks as notify_one().
    void notify_all() noexcept {
        if (waiters_.is_empty()) return;
        wait_queue notified;
        waiters_.take_all(notified);
        if (!notified.empty()) wake(static_cast<link&>(notified.front()));
    }

private:
    struct link : wait_block {
        kev::atomic<link*> rest{nullptr, "rest"}; ///< the next waiter to wake; set by the waker
    };

    static void wake(link& first) noexcept {
        // TODO(you): tell it who comes next.
        lab02::default_event.release(&first);
    }

    waiting_room waiters_;
};

} // namespace kev::lab04
