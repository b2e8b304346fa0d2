/// @file
/// M1: the article's unlock, as two variables: a store of one, then a read of the other. **It can hang.**
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab03/mutex_word.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// article_mutex.hpp in terms that C++ and the checker know. There one word is written through its
/// lowest byte and then read as a whole, and a processor may answer that read from before the store
/// for the other bytes. No memory model of C++ has accesses of mixed size, so here the byte and the
/// rest of the word are two atomic objects. Everything else is as in fast_mutex.hpp.
class fast_mutex {
public:
    constexpr fast_mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit fast_mutex(std::uint32_t state) noexcept
        : owned_(static_cast<std::uint8_t>(state & word::owned), "owned"),
          waiters_(state & ~word::owned, "waiters") {}
    fast_mutex(fast_mutex const&) = delete;
    fast_mutex& operator=(fast_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        // acquire: L1, pairs with U1 in unlock(); the last owner's writes are visible from here on.
        if (owned_.exchange(1, std::memory_order_acquire) == 0) return;
        lock_slow();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: only saves the read-modify-write when there is no hope; nothing is read after.
        if (owned_.load(std::memory_order_relaxed) != 0) return false;
        // acquire: L3, pairs with U1.
        return owned_.exchange(1, std::memory_order_acquire) == 0;
    }

    /// Gives the lock up and wakes one waiter, if it sees one. It may not see one that is there.
    void unlock() noexcept {
        // release: U1, pairs with L1, L2 and L3.
        owned_.store(0, std::memory_order_release); // U1
        // relaxed: and here it breaks: nothing keeps this read behind the store before it.
        std::uint32_t const state = waiters_.load(std::memory_order_relaxed);
        if (word::may_wake(state)) [[unlikely]]
            wake_one(state);
    }

    /// The state word, for tests and for the lesson: it may be old when the caller looks at it.
    std::uint32_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return waiters_.load(std::memory_order_relaxed) | owned_.load(std::memory_order_relaxed);
    }

private:
    void lock_slow() noexcept {
        for (;;) {
            // relaxed: every decision below is confirmed by a read-modify-write.
            std::uint32_t state = waiters_.load(std::memory_order_relaxed);
            if (owned_.load(std::memory_order_relaxed) == 0) {
                // acquire: L2, pairs with U1.
                if (owned_.exchange(1, std::memory_order_acquire) == 0) return;
            } else if (word::waiters(state) == word::max_waiters) {
                kev::yield(); // the count is full: this one stays awake until there is room
            } else {
                sleep(state);
            }
        }
    }

    /// Counts this thread in and sleeps, unless the lock has become free: then it takes that back.
    void sleep(std::uint32_t state) noexcept {
        // relaxed: no data is passed here.
        if (!waiters_.compare_exchange_weak(state, state + word::one_waiter,
                                            std::memory_order_relaxed, std::memory_order_relaxed))
            return;
        // The second look. The article's is part of the comparison above, which covers the byte, too;
        // what they have in common is that a read-modify-write reads the newest value.
        if (kev::read_newest(owned_) == 0 && withdraw()) return;
        lab02::default_event.wait(this);
        // relaxed: it only lets the next unlocker wake somebody; the data comes with L2.
        waiters_.fetch_sub(word::waking, std::memory_order_relaxed);
    }

    /// Takes one waiter off the count. @return false if they are all claimed: then a release is owed.
    bool withdraw() noexcept {
        // relaxed: only the count of promises is balanced here.
        std::uint32_t state = waiters_.load(std::memory_order_relaxed);
        while (word::waiters(state) != 0) {
            // relaxed: as above.
            if (waiters_.compare_exchange_weak(state, state - word::one_waiter,
                                               std::memory_order_relaxed,
                                               std::memory_order_relaxed))
                return true;
        }
        return false;
    }

    /// Claims one waiter, then releases it. The claim comes first: the release blocks until a waiter
    /// takes it, so two unlockers that released the same one would leave the second for ever.
    void wake_one(std::uint32_t state) noexcept {
        while (word::may_wake(state)) {
            // relaxed: the data was published at U1. On failure `state` is the newer value, and the
            // question is asked again.
            if (waiters_.compare_exchange_weak(state, state - word::one_waiter + word::waking,
                                               std::memory_order_relaxed,
                                               std::memory_order_relaxed)) {
                lab02::default_event.release(this);
                return;
            }
        }
    }

    kev::atomic<std::uint8_t> owned_{0, "owned"};
    kev::atomic<std::uint32_t> waiters_{0, "waiters"};
};

} // namespace kev::lab03
