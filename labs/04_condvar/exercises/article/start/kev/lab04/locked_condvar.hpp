/// @file
/// The article's condition variable, yours to write: a count of waiters, under a lock of its own.
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
/// a notification is being delivered. So a notification reaches those who waited when it was made,
/// and nobody else. The price: one release for each waiter, all of them under the inner lock.
///
/// Wake-ups without a notification do not happen, but the caller must not rely on it.
/// It may be destroyed as soon as every waiter has been notified, though they may still be on their
/// way out of wait(). If the inner lock's unlock() may touch it once more when it is free, as lab 03's does,
/// a wait and a release that meet have to order memory for that, which nobody promises and every kernel does,
/// as both take a lock in it.
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

    /// Gives `lock` up, sleeps until notified, takes `lock` again. The caller owns `lock`. A lock that
    /// throws ends the program: a waiter that is counted in cannot turn back.
    template <basic_lockable Lock>
    void wait(Lock& lock) noexcept {
        // TODO(you): give `lock` up, be counted, sleep, take `lock` again. As it stands, the caller's loop
        // asks again and again.
        lock.unlock();
        kev::yield();
        lock.lock();
    }

    /// Waits until `holds()`, which is called with `lock` owned. What it throws comes out of here,
    /// with `lock` owned.
    template <basic_lockable Lock, typename Predicate>
    void wait(Lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// Wakes one waiter; nobody, if there is none. May be called with or without the mutex. Blocks
    /// until the waiter, who is counted in, is in the kernel.
    void notify_one() noexcept {
        // TODO(you)
    }

    /// Wakes all who wait now. Blocks as notify_one() does, for one after the other.
    void notify_all() noexcept {
        // TODO(you)
    }

private:
    void wake_one() noexcept {
        waiters_.write(waiters_.read() - 1);
        lab02::default_event.release(key());
    }

    /// Not `this`: that is the address of the inner lock, and so the key on which *its* waiters sleep.
    void const* key() const noexcept { return &waiters_; }

    [[maybe_unused]] Inner inner_;
    kev::shared<std::uint32_t> waiters_{0, "waiters"};
};

} // namespace kev::lab04
