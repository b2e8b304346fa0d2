/// @file
/// A condition variable whose waiters wake each other, for mutexes without a queue of their own.
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
    // [wait]
    template <basic_lockable Lock>
    void wait(Lock& lock) noexcept {
        link self;
        waiters_.enter(self);
        lock.unlock();
        lab02::default_event.wait(&self);
        // acquire: H1, pairs with H2 in wake(): the block is ours again. Other threads wrote into it
        // before, so their writes come before the next use of this stack. An exchange, see kev::read_newest(): a load could return the
        // value from before H2, as a wake-up is not known to order memory.
        link* const rest = self.rest.exchange(nullptr, std::memory_order_acquire); // H1
        lock.lock();
        // Not before lock(): then the next waiter would surely find the mutex taken. Now it does so only if
        // it is faster than our critical section.
        if (rest != nullptr) wake(*rest);
    }
    // [/wait]

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

    // [wake]
    static void wake(link& first) noexcept {
        // acq_rel: H2, pairs with H1: this is our last write into the block. (The links of the blocks behind
        // it were made under the mutex, which the next waker owns.) An exchange, because of two
        // read-modify-writes one reads the other. C++ would let H1 read the value before a plain store, and the
        // rest of the chain would sleep forever. The acquire keeps it an exchange: without it a compiler may
        // turn an exchange with an unused result into a store.
        first.rest.exchange(static_cast<link*>(first.next.read()), std::memory_order_acq_rel); // H2
        lab02::default_event.release(&first);
    }
    // [/wake]

    waiting_room waiters_;
};

} // namespace kev::lab04
