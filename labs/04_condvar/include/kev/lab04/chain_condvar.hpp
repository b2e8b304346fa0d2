/// @file
/// A condition variable whose waiters wake each other, for mutexes that cannot take waiters over.
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
/// waiters and wakes the first; each one that has taken the mutex wakes the next. Of those whom one
/// broadcast notified, at most one is awake and still without the mutex, however many they are.
///
/// All threads that wait at one time use the same mutex: a waiter that could not get another one would
/// hold up the chain. In all else as queue_condvar: first come first served, nobody is passed over.
class chain_condvar {
public:
    chain_condvar() noexcept = default;
    chain_condvar(chain_condvar const&) = delete;
    chain_condvar& operator=(chain_condvar const&) = delete;

    /// Gives `lock` up, sleeps until notified, takes `lock` again. The caller owns `lock`. A lock that
    /// throws ends the program: a waiter that has entered cannot turn back.
    template <basic_lockable Lock>
    void wait(Lock& lock) noexcept {
        link self;
        waiters_.enter(self);
        lock.unlock();
        lab02::default_event.wait(&self);
        // acquire: C1, pairs with C2 in wake(): the block is ours again, and what others wrote into it
        // comes before whatever this stack is used for next. An exchange, see kev::read_newest(): a load
        // could miss the rest, as the wake-up is not known to order memory.
        link* const rest = self.rest.exchange(nullptr, std::memory_order_acquire); // C1
        lock.lock();
        // Now, not before: then it would surely find the mutex taken, now only if it is faster than our section.
        if (rest != nullptr) wake(*rest);
    }

    /// Waits until `holds()`, which is called with `lock` owned. What it throws comes out of here,
    /// with `lock` owned.
    template <basic_lockable Lock, typename Predicate>
    void wait(Lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// Wakes the one who came first; nobody, if none waits. Blocks until it, who has entered, is in the
    /// kernel.
    void notify_one() noexcept {
        if (waiters_.is_empty()) return;
        wait_queue notified;
        waiters_.take_one(notified);
        if (!notified.empty()) wake(static_cast<link&>(notified.front()));
    }

    /// Wakes the one who came first, and through it all others who wait now. Blocks as notify_one() does.
    void notify_all() noexcept {
        if (waiters_.is_empty()) return;
        wait_queue notified;
        waiters_.take_all(notified);
        if (!notified.empty()) wake(static_cast<link&>(notified.front()));
    }

private:
    struct link : wait_block {
        kev::atomic<link*> rest{nullptr, "rest"}; ///< whom to wake next; set by the waker
    };

    static void wake(link& one) noexcept {
        // acq_rel: C2, pairs with C1: this is the last that we write into the block. (The links of those
        // behind were made under the mutex, which the next waker owns.) An exchange, because of two read-modify-writes
        // one reads the other: C++ would let C1 read the value before a plain store, and the rest of the chain would
        // sleep for ever. The acquire keeps it an exchange: without it a compiler may make a store of one whose result
        // nobody uses.
        one.rest.exchange(static_cast<link*>(one.next.read()), std::memory_order_acq_rel); // C2
        lab02::default_event.release(&one);
    }

    waiting_room waiters_;
};

} // namespace kev::lab04
