/// @file
/// Step 1: a condition variable that is a number.
#pragma once

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab04/basic_lockable.hpp>
#include <kev/lab08/release.hpp>
#include <kev/lab08/state.hpp>
#include <kev/thread_safety.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// The whole of it is the number of those who wait. Whoever begins to wait adds one and sleeps on the
/// address; whoever notifies takes off as many as it means to wake, in one step, and releases so many.
///
/// It is the core of everything else in this lab: primitive_mutex is this number and a bit, once_flag
/// is this number, a bit and a byte.
///
/// **Warning.** A thread that begins to wait after a notification may take it (race V4 of lab 04), unless the
/// lock is owned during the notification. Two notifications without the lock may leave a thread asleep that
/// waited before both. condition_variable.hpp is for use: there it cannot happen.
///
/// Source of the idea: mcfgthread.
class counter_condvar {
public:
    constexpr counter_condvar() noexcept = default;
    counter_condvar(counter_condvar const&) = delete;
    counter_condvar& operator=(counter_condvar const&) = delete;

    /// Gives the lock up, waits to be notified, takes the lock again. Blocks. The lock comes back last,
    /// and the thread counts itself in first: a notifier that owned the lock after us sees the count.
    template <lab04::basic_lockable Lock>
    [[clang::no_thread_safety_analysis]] void wait(Lock& lock) noexcept {
        // relaxed: whoever changes the condition takes the lock after us, and so sees this count.
        waiters_.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        lab02::default_event.wait(&waiters_);
        lock.lock();
    }

    /// Wakes one who waits; nobody, if nobody does. Blocks until that one is in the kernel.
    void notify_one() noexcept {
        // relaxed: the data passes through the lock. A claim takes exactly one off the count.
        state_t waiters = waiters_.load(std::memory_order_relaxed);
        while (waiters > 0) {
            // relaxed: as above. On failure `waiters` is the newer count.
            if (waiters_.compare_exchange_weak(waiters, waiters - 1, std::memory_order_relaxed,
                                               std::memory_order_relaxed))
                return release(&waiters_);
        }
    }

    /// Wakes as many as wait now. Blocks as notify_one() does, for one after the other.
    void notify_all() noexcept {
        // relaxed: as above. All are claimed at once: those who come later are not waited for.
        release(&waiters_, waiters_.exchange(0, std::memory_order_relaxed));
    }

    /// How many wait, for tests and for the lesson: it may be old when the caller looks at it.
    state_t waiters() const noexcept {
        // relaxed: a look from outside orders nothing.
        return waiters_.load(std::memory_order_relaxed);
    }

private:
    atomic_state waiters_{0, "waiters"};
};

} // namespace kev::lab08
