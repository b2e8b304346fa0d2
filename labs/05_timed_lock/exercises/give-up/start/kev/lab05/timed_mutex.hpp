/// @file Starter: timed_mutex.hpp whose attempts do not wait. lock() and unlock() are lab 03's, and
/// complete.
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab03/mutex_word.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/world.hpp>

namespace kev::lab05 {

namespace word = lab03::word;

/// A mutex in 4 bytes with time limits. Meets TimedLockable; in all else it is lab 03's fast_mutex:
/// constant-initialised, trivially destructible, not recursive, not fair, cannot fail.
///
/// The state word is lab 03's, with one more way for a waiter to leave the count:
///
/// | part of the word | changed, besides as in lab 03, by |
/// |---|---|
/// | number of waiters | a waiter whose time is up: -1, if the count is not zero |
/// | `waking` | a waiter whose time is up and that took the promised release: cleared |
///
/// The count does not name threads. It says how many wait and are not claimed. At most one more
/// thread is claimed and has not met its release yet (`waking`).
class timed_mutex {
public:
    constexpr timed_mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit timed_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    timed_mutex(timed_mutex const&) = delete;
    timed_mutex& operator=(timed_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        if (!take()) lock_slow();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: only saves the read-modify-write when there is no hope; nothing is read after.
        return (word_.load(std::memory_order_relaxed) & word::owned) == 0 && take();
    }

    /// As lock(), for at most `interval`, on a steady clock; zero or less does not block.
    /// @return whether the lock was taken. False is never returned before the interval is over.
    /// True may be returned after it, if the lock came at the last moment.
    template <typename Rep, typename Period>
    bool try_lock_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return take() || lock_slow(for_at_most(interval));
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
            word_.fetch_sub(word::owned, std::memory_order_release) - word::owned; // U1
        if (word::may_wake(state)) [[unlikely]]
            wake_one(state);
    }

    /// The state word, for tests and for the lesson: it may be old when the caller looks at it.
    std::uint32_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

private:
    bool take() noexcept {
        // acquire: L1, pairs with U1 in unlock(); the last owner's writes are visible from here on.
        return (word_.fetch_or(word::owned, std::memory_order_acquire) & word::owned) == 0; // L1
    }

    /// Lab 03's: as long as it takes.
    void lock_slow() noexcept {
        for (;;) {
            // relaxed: every decision below is confirmed by a read-modify-write of this word.
            std::uint32_t state = word_.load(std::memory_order_relaxed);
            if ((state & word::owned) == 0) {
                if (take()) return;
            } else if (word::waiters(state) == word::max_waiters) {
                kev::yield(); // the count is full: this thread stays awake until there is room
            } else {
                sleep(state);
            }
        }
    }

    /// Counts this thread in and sleeps, unless the word is no longer `state`: then it does
    /// nothing.
    void sleep(std::uint32_t state) noexcept {
        // relaxed: no data is passed here. That the lock is still owned is checked by the
        // comparison itself: the owner that clears the bit later sees this waiter in the result of
        // U1.
        if (!word_.compare_exchange_weak(state, state + word::one_waiter, std::memory_order_relaxed,
                                         std::memory_order_relaxed))
            return;
        lab02::default_event.wait(this);
        // relaxed: it only lets the next unlocker wake a waiter; the data comes with L1.
        word_.fetch_sub(word::waking, std::memory_order_relaxed);
    }

    /// @return false if the time was up. Then this thread is no longer counted, or it has seen the
    /// lock owned after its last change of the word.
    bool lock_slow([[maybe_unused]] sleep_limit auto const& limit) noexcept {
        // TODO(you): the same, until `limit.passed()`. `limit.wait(this)` sleeps on the key; it
        // says `lab02::outcome::met` or `timed_out`, the second perhaps too early. When the time is
        // up, decide which thread takes the wake-up: this thread may still be counted, or an
        // unlocker may have claimed it.
        return false;
    }

    /// Claims one waiter, then releases it; see lab 03. The claimed waiter's time may be up, but
    /// then it finds itself claimed, and comes to be released.
    void wake_one(std::uint32_t state) noexcept {
        while (word::may_wake(state)) {
            // relaxed: the data was published at U1, and read-modify-writes after it keep its
            // release sequence whole. On failure `state` is the newer word, and the question is
            // asked again.
            if (word_.compare_exchange_weak(state, state - word::one_waiter + word::waking,
                                            std::memory_order_relaxed, std::memory_order_relaxed)) {
                lab02::default_event.release(this);
                return;
            }
        }
    }

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab05
