/// @file
/// Lab 03's 4-byte mutex whose waiters may run out of time.
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab05/keyed_sleep.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/world.hpp>

namespace kev::lab05 {

namespace bits = lab03::bits;

/// A mutex in 4 bytes with time limits. Meets TimedLockable; in all else it is lab 03's fast_mutex:
/// constant-initialized, trivially destructible, not recursive, not fair, cannot fail.
///
/// The state word is lab 03's, with one more way for a waiter to leave the count:
///
/// | part of the word | changed, besides as in lab 03, by |
/// |---|---|
/// | number of waiters | a waiter whose time is up: -1, if the count is not zero |
/// | `waking` | a waiter whose time is up and that took the promised release: cleared |
///
/// The count does not name threads. It says how many wait and are not claimed. At most one more
/// thread is claimed and has not met its release yet (`waking`). So a waiter whose time is up may
/// take any place off the count. If the count is zero, the claimed thread is this waiter.
///
/// Sources of the idea: the comments under Lockless Inc., "Keyed Events", for what goes wrong;
/// mcfgthread for the loop in withdraw().
class timed_mutex {
public:
    constexpr timed_mutex() noexcept = default;
    /// Starts in the given state: for tests and demonstrations.
    constexpr explicit timed_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    timed_mutex(timed_mutex const&) = delete;
    timed_mutex& operator=(timed_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        if (!take()) lock_slow(no_limit());
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: only saves the read-modify-write when there is no hope; nothing is read after.
        return (word_.load(std::memory_order_relaxed) & bits::owned) == 0 && take();
    }

    /// As lock(), for at most `interval`, on a steady clock; zero or less does not block.
    /// @return whether the lock was taken. False is never returned before the interval is over.
    /// True may be returned after it, if the lock came at the last moment.
    template <typename Rep, typename Period>
    bool try_lock_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return take() || lock_slow(lab05::for_at_most(interval));
    }

    /// As lock(), until the clock shows `deadline`. A moment of the calendar
    /// (std::chrono::system_clock) moves when the system's clock is set. Of any other clock, what
    /// is left is slept through and then the clock asked again: it may be set back, but setting it
    /// forward wakes no thread.
    template <typename Clock, typename Duration>
    bool try_lock_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return take() || lock_slow(until<Clock, Duration>(deadline));
    }

    /// As the two above, with a limit of the caller's own making.
    bool try_lock_with(sleep_limit auto const& limit) noexcept {
        return take() || lock_slow(limit);
    }

    /// Gives the lock up and wakes one waiter, if there is one and if none is being woken. Only the
    /// owner may call it. Blocks at most until that waiter is in the kernel, even if the waiter's
    /// time is up.
    void unlock() noexcept {
        // release: U1, pairs with L1. One operation clears the bit *and* tells whether a thread waits.
        std::uint32_t const state =
            word_.fetch_sub(bits::owned, std::memory_order_release) - bits::owned; // U1
        if (bits::may_wake(state)) [[unlikely]]
            wake_one(state);
    }

    /// A racy snapshot of the word, for tests and demonstrations.
    std::uint32_t state() const noexcept {
        // relaxed: a racy snapshot.
        return word_.load(std::memory_order_relaxed);
    }

private:
    bool take() noexcept {
        // acquire: L1, pairs with U1 in unlock(); the last owner's writes are visible from here on.
        return (word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0; // L1
    }

    /// @return false if the time was up. Then this thread is no longer counted, or it has seen the
    /// lock owned after its last change of the word.
    // [lock_slow]
    bool lock_slow(sleep_limit auto const& limit) noexcept {
        for (;;) {
            // relaxed: every decision below, except to leave, is confirmed by a read-modify-write.
            std::uint32_t state = word_.load(std::memory_order_relaxed);
            if ((state & bits::owned) == 0) {
                if (take()) return true;
                // Another thread was faster, so this thread has seen the lock owned, and may
                // leave as below. Without this check, such threads could keep the attempt from
                // ending.
                if (limit.passed()) return false;
            } else if (limit.passed()) {
                // To leave is safe. A thread that was woken has cleared `waking` before this load. So the
                // owner seen here unlocks with `waking` clear, unless another woken thread is on its way.
                return false;
            } else if (bits::waiters(state) == bits::max_waiters) {
                kev::yield(); // the count is full: this thread stays awake until there is room
            } else if (!sleep(state, limit)) {
                return false;
            }
        }
    }
    // [/lock_slow]

    /// Counts this thread in and sleeps, unless the word is no longer `state`: then it does
    /// nothing.
    /// @return false if the time was up and no unlocker had claimed this thread.
    // [sleep]
    bool sleep(std::uint32_t state, sleep_limit auto const& limit) noexcept {
        // relaxed: no data is passed here. That the lock is still owned is checked by the
        // comparison itself: the owner that clears the bit later sees this waiter in the result of
        // U1.
        if (!word_.compare_exchange_weak(state, state + bits::one_waiter, std::memory_order_relaxed,
                                         std::memory_order_relaxed))
            return true;
        while (wait_for_release(this, limit.end()) == lab02::outcome::timed_out) {
            if (!limit.passed()) continue; // too early; we are still counted in
            if (withdraw()) return false;
            break; // the promised release is taken: this thread goes on like any woken one
        }
        // relaxed: it only lets the next unlocker wake a waiter; the data comes with L1.
        word_.fetch_sub(bits::waking, std::memory_order_relaxed);
        return true;
    }
    // [/sleep]

    /// The time is up. Takes this thread off the count, or takes the release that it is owed.
    ///
    /// If no thread is counted, an unlocker has claimed this thread and blocks until a waiter
    /// comes. A newer waiter may come first and take that release. Then the newer waiter's place in
    /// the count is left over. So this thread must not wait for the release without a limit: it
    /// tries the two ways out in turn. @return whether it took itself off the count.
    // [withdraw]
    bool withdraw() noexcept {
        for (;;) {
            // relaxed: only the count of promises is balanced here, and the exchange confirms it.
            std::uint32_t state = word_.load(std::memory_order_relaxed);
            if (bits::waiters(state) != 0) {
                // relaxed: the count passes no data. A failure looks again.
                if (word_.compare_exchange_weak(state, state - bits::one_waiter,
                                                std::memory_order_relaxed,
                                                std::memory_order_relaxed))
                    return true;
            } else if (lab02::default_event.wait_for(this, a_moment) == lab02::outcome::met) {
                return false;
            }
        }
    }
    // [/withdraw]

    /// Claims one waiter, then releases it; see lab 03. The claimed waiter's time may be up, but
    /// then it finds itself claimed, and comes to be released.
    // [wake_one]
    void wake_one(std::uint32_t state) noexcept {
        while (bits::may_wake(state)) {
            // relaxed: the data was published at U1, and read-modify-writes after it keep its
            // release sequence whole. On failure `state` is the newer word, and the question is
            // asked again.
            if (word_.compare_exchange_weak(state, state - bits::one_waiter + bits::waking,
                                            std::memory_order_relaxed, std::memory_order_relaxed)) {
                lab02::default_event.release(this);
                return;
            }
        }
    }
    // [/wake_one]

    /// The time between two looks at the count while a release is owed. A short sleep and not a
    /// spin: the unlocker may have a lower priority than this thread, and need this processor.
    static constexpr std::chrono::milliseconds a_moment{1};

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab05
