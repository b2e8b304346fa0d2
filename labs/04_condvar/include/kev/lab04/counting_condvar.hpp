/// @file
/// A counted condition variable that notifies any number of waiters by one compare-exchange.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab04/basic_lockable.hpp>
#include <kev/world.hpp>

namespace kev::lab04 {

/// lock_free_condvar with one way to notify in place of two: claim as many as are wanted and there,
/// in one step, then release them. What is said there of late waiters (race V4) and of destruction
/// holds here.
///
/// Source: mcfgthread's condition variable, whose signal takes a number.
class counting_condvar {
public:
    constexpr counting_condvar() noexcept = default;
    counting_condvar(counting_condvar const&) = delete;
    counting_condvar& operator=(counting_condvar const&) = delete;

    /// Gives `lock` up, sleeps until notified, takes `lock` again. The caller owns `lock`. A lock that
    /// throws ends the program: a waiter that is counted in cannot turn back.
    template <basic_lockable Lock>
    void wait(Lock& lock) noexcept {
        // relaxed: whoever changes the condition takes the mutex after us, and so sees this count.
        waiters_.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        lab02::default_event.wait(this);
        lock.lock();
    }

    /// Waits until `holds()`, which is called with `lock` owned. What it throws comes out of here,
    /// with `lock` owned.
    template <basic_lockable Lock, typename Predicate>
    void wait(Lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// Wakes one waiter; nobody, if there is none. Blocks as notify() does.
    void notify_one() noexcept { notify(1); }

    /// Wakes as many as wait now. Blocks as notify() does.
    void notify_all() noexcept { notify(std::numeric_limits<std::uint32_t>::max()); }

    /// Wakes `most` waiters, or all if there are fewer. For a queue into which `most` items were put.
    /// Blocks until that many waiters, who are counted in, have been in the kernel.
    void notify(std::uint32_t most) noexcept {
        // relaxed: the data passes through the mutex; here only waiters are claimed.
        std::uint32_t waiters = waiters_.load(std::memory_order_relaxed);
        while (waiters > 0 && most > 0) {
            std::uint32_t const claimed = std::min(waiters, most);
            // relaxed: as above. On failure `waiters` is the newer count.
            if (waiters_.compare_exchange_weak(waiters, waiters - claimed,
                                               std::memory_order_relaxed,
                                               std::memory_order_relaxed))
                return release(claimed);
        }
    }

private:
    void release(std::uint32_t claimed) noexcept {
        for (; claimed > 0; --claimed) lab02::default_event.release(this);
    }

    kev::atomic<std::uint32_t> waiters_{0, "waiters"};
};

} // namespace kev::lab04
