/// @file
/// The article's condition variable: a count of waiters, under a lock of its own.
#pragma once

#include <cstdint>
#include <mutex>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/basic_lockable.hpp>
#include <kev/world.hpp>

namespace kev::lab04 {

/// A condition variable in 8 bytes. Names and meaning as std::condition_variable; it works with any
/// BasicLockable, so with std::unique_lock<fast_mutex> as well as with the mutex itself.
///
/// An inner lock makes "give the mutex up and be counted" one step, and keeps new waiters out while
/// a notification is being delivered. So a notification reaches only threads that waited when it was
/// made. The price: one release for each waiter, all of them under the inner lock.
///
/// Wake-ups without a notification do not happen, but the caller must not rely on that.
/// It may be destroyed as soon as every waiter has been notified, even if some waiters are still on their
/// way out of wait(). One case depends on the kernel. A waiter's unlock() of the inner lock may touch the
/// object once more after that lock is free; that of lab 03's mutex does. The destroying thread knows that this
/// is over only if a wait and a release that meet order memory: no documentation promises that a wait
/// does, but every known kernel takes a lock for both, or runs both on one thread, as Wine's server does (lab 02).
///
/// @tparam Inner  the inner lock: the article's choice is its own mutex; a commenter proposed a spin
///                lock (spin_lock.hpp).
/// Source: Lockless Inc., "Keyed Events", with its comments.
template <basic_lockable Inner = lab03::fast_mutex>
class locked_condvar {
public:
    constexpr locked_condvar() noexcept = default;
    locked_condvar(locked_condvar const&) = delete;
    locked_condvar& operator=(locked_condvar const&) = delete;

    /// Gives `lock` up, sleeps until notified, takes `lock` again. The caller owns `lock`. If `lock`
    /// throws, the program ends: a waiter that has announced itself cannot turn back.
    // [wait]
    template <basic_lockable Lock>
    void wait(Lock& lock) noexcept {
        {
            std::lock_guard const guard(inner_);
            // The next two lines may come in either order. A thread that changes the condition from here
            // on must take the inner lock to notify, and then finds this waiter counted.
            lock.unlock();
            waiters_.write(waiters_.read() + 1);
        }
        lab02::default_event.wait(key());
        lock.lock();
    }
    // [/wait]

    /// Waits until `holds()`, which is called with `lock` owned. An exception of `holds()` leaves this
    /// function with `lock` owned.
    template <basic_lockable Lock, typename Predicate>
    void wait(Lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// Wakes one waiter, if there is one. May be called with or without the mutex. Blocks until a waiter
    /// is in the kernel; one has announced itself.
    void notify_one() noexcept {
        std::lock_guard const guard(inner_);
        if (waiters_.read() > 0) wake_one();
    }

    /// Wakes all threads that wait now. Blocks as notify_one() does, once for each.
    // [notify_all]
    void notify_all() noexcept {
        std::lock_guard const guard(inner_);
        while (waiters_.read() > 0) wake_one();
    }
    // [/notify_all]

private:
    // [wake_one]
    void wake_one() noexcept {
        waiters_.write(waiters_.read() - 1);
        lab02::default_event.release(key());
    }
    // [/wake_one]

    /// Not `this`: that is the address of the inner lock, and so the key on which *its* waiters sleep.
    void const* key() const noexcept { return &waiters_; }

    Inner inner_;
    kev::shared<std::uint32_t> waiters_{0, "waiters"};
};

} // namespace kev::lab04
