/// @file
/// The article's 4-byte mutex, with its unlock corrected.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// The state word of the mutex: 4 bytes, laid out as in the article.
///
/// | bits | name | who sets it | who clears it |
/// |---|---|---|---|
/// | 0 | `owned` | the thread that locks | the owner, in unlock() |
/// | 1-7 | always zero: the rest of the article's "owned" byte | no thread | no thread |
/// | 8 | `waking` | the unlocker that claims a waiter | the woken waiter, before it tries again |
/// | 9-31 | number of waiters, counted in `one_waiter` | a waiter: +1, only while `owned` is set | the unlocker that claims it: -1, only while `owned` and `waking` are clear |
///
/// The count is a promise: so many threads are in NtWaitForKeyedEvent, *or will be there without any
/// further condition*. An unlocker blocks in NtReleaseKeyedEvent until a waiter comes, so it relies on
/// this promise.
namespace bits {

// [word]
inline constexpr std::uint32_t owned = 1;
inline constexpr std::uint32_t waking = 1u << 8;
inline constexpr std::uint32_t one_waiter = 1u << 9;
inline constexpr std::uint32_t max_waiters = (1u << 23) - 1;

constexpr std::uint32_t waiters(std::uint32_t state) noexcept {
    return state / one_waiter;
}

/// Whether a waiter may be claimed: a thread waits, the lock is free, and no woken thread is on its way.
constexpr bool may_wake(std::uint32_t state) noexcept {
    return state >= one_waiter && (state & (owned | waking)) == 0;
}
// [/word]

} // namespace bits

/// A mutex in 4 bytes that sleeps on a keyed event; its own address is the key.
///
/// Meets Lockable. Constant-initialized (zero), trivially destructible, needs no handle, cannot fail.
/// Not recursive. Not fair: a running thread may take the lock before the thread that was woken for it.
/// Must outlive every unlock(), which may look at the word once more when the lock is free.
///
/// The idea: Lockless Inc., "Keyed Events". The difference: the article's unlock() stores one byte and
/// then reads the word, which can miss a waiter (article_mutex.hpp). Here unlock() is one
/// read-modify-write.
class fast_mutex {
public:
    constexpr fast_mutex() noexcept = default;
    /// Starts in the given state: for tests and demonstrations.
    constexpr explicit fast_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    fast_mutex(fast_mutex const&) = delete;
    fast_mutex& operator=(fast_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    // [lock]
    void lock() noexcept {
        // acquire: L1, pairs with U1 in unlock(); the last owner's writes are visible from here on.
        if ((word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0) return;
        lock_slow();
    }
    // [/lock]

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: this look only saves a useless read-modify-write; no decision depends on it.
        if ((word_.load(std::memory_order_relaxed) & bits::owned) != 0) return false;
        // acquire: L3, pairs with U1.
        return (word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0;
    }

    /// Gives the lock up and wakes one waiter, if any and if none is being woken. Only the owner may
    /// call it. Blocks at most until that waiter, who has announced itself, is in the kernel.
    // [unlock]
    void unlock() noexcept {
        // release: U1, pairs with L1, L2 and L3. One operation clears the bit *and* returns the count.
        // A waiter announces itself only while the bit is set. So the next operation that clears the bit
        // has this waiter in its result.
        std::uint32_t const state =
            word_.fetch_sub(bits::owned, std::memory_order_release) - bits::owned; // U1
        if (bits::may_wake(state)) [[unlikely]]
            wake_one(state);
    }
    // [/unlock]

    /// A racy snapshot of the word, for tests and demonstrations.
    std::uint32_t state() const noexcept {
        // relaxed: a racy snapshot.
        return word_.load(std::memory_order_relaxed);
    }

protected: // and not private, for the mutexes beside this one that differ in one function
    // [lock_slow]
    void lock_slow() noexcept {
        for (;;) {
            // relaxed: every decision below is confirmed by a read-modify-write of the same word.
            std::uint32_t state = word_.load(std::memory_order_relaxed);
            if ((state & bits::owned) == 0) {
                // acquire: L2, pairs with U1.
                if ((word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0)
                    return;
            } else if (bits::waiters(state) == bits::max_waiters) {
                kev::yield(); // the count is full: this thread stays awake until there is room
            } else {
                sleep(state);
            }
        }
    }
    // [/lock_slow]

    /// Counts this thread in and sleeps. Does nothing if the word is no longer `state`.
    /// @return whether it slept.
    // [sleep]
    bool sleep(std::uint32_t state) noexcept {
        // relaxed: no data is passed here. The comparison also checks that the lock is still owned: the
        // thread that clears the bit next sees this waiter in the result of U1.
        if (!word_.compare_exchange_weak(state, state + bits::one_waiter, std::memory_order_relaxed,
                                         std::memory_order_relaxed))
            return false;
        lab02::default_event.wait(this);
        // relaxed: it only lets the next unlocker wake a waiter; the data comes with L2. It is done before
        // the next attempt to lock: if that fails, the owner must be free to wake a waiter again.
        word_.fetch_sub(bits::waking, std::memory_order_relaxed);
        return true;
    }
    // [/sleep]

    /// Claims one waiter, then releases it. The claim comes first: the release blocks until a waiter
    /// takes it. If two unlockers released the same waiter, the second would block forever.
    // [wake_one]
    void wake_one(std::uint32_t state) noexcept {
        while (bits::may_wake(state)) {
            // relaxed: the data was published at U1, and read-modify-writes after it keep its release
            // sequence whole. On failure `state` is the newer word, and the loop asks again.
            if (word_.compare_exchange_weak(state, state - bits::one_waiter + bits::waking,
                                            std::memory_order_relaxed, std::memory_order_relaxed)) {
                lab02::default_event.release(this);
                return;
            }
        }
    }
    // [/wake_one]

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab03
