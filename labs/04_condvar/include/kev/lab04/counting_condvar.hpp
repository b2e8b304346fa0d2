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

/// lock_free_condvar with one way to notify in place of two: claim as many waiters as are wanted and
/// there, in one step, then release them. Race V4 and the rule for destruction are those of
/// lock_free_condvar.
///
/// Source: mcfgthread's condition variable, whose signal takes a number.
class counting_condvar {
public:
    constexpr counting_condvar() noexcept = default;
    counting_condvar(counting_condvar const&) = delete;
    counting_condvar& operator=(counting_condvar const&) = delete;

    /// Gives `lock` up, sleeps until notified, takes `lock` again. The caller owns `lock`. If `lock`
    /// throws, the program ends: a waiter that has announced itself cannot turn back.
    template <basic_lockable Lock>
    void wait(Lock& lock) noexcept {
        // relaxed: a thread that changes the condition takes the mutex after us, and so sees this count.
        waiters_.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        lab02::default_event.wait(this);
        lock.lock();
    }

    /// Waits until `holds()`, which is called with `lock` owned. An exception of `holds()` leaves this
    /// function with `lock` owned.
    template <basic_lockable Lock, typename Predicate>
    void wait(Lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// Wakes one waiter, if there is one. Blocks as notify() does.
    void notify_one() noexcept { notify(1); }

    /// Wakes as many threads as wait now. Blocks as notify() does.
    void notify_all() noexcept { notify(std::numeric_limits<std::uint32_t>::max()); }

    /// Wakes `most` waiters, or all if there are fewer. For a queue into which `most` items were put.
    /// Blocks until that many waiters have come to the kernel. All have announced themselves.
    // [notify]
    void notify(std::uint32_t most) noexcept {
        // relaxed: the data passes through the mutex; this only claims waiters.
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
    // [/notify]

private:
    void release(std::uint32_t claimed) noexcept {
        for (; claimed > 0; --claimed) lab02::default_event.release(this);
    }

    kev::atomic<std::uint32_t> waiters_{0, "waiters"};
};

} // namespace kev::lab04
