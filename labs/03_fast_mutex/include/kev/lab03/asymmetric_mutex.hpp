/// @file
/// A mutex whose unlock() is the article's plain store, made safe: the sleeper pays for the order.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// A mutex in 4 bytes: one read-modify-write to lock, one plain store to unlock.
///
/// The article's unlock() is wrong because the store may still be in the store buffer when the waiters
/// are loaded. A fence between the two cures that, and costs as much as the read-modify-write it saves.
/// Here the fence is asymmetric: unlock() has the half that costs nothing. A thread that is about to
/// sleep, which costs microseconds anyway, forces a full fence on every running thread of the process.
/// Where the kernel cannot do that, both halves are ordinary fences (kev::asymmetric_fence_is_free()).
///
/// The owned flag and the sleepers are two atomic objects, so nothing here is undefined in C++.
///
/// | `sleepers_` bits | meaning |
/// |---|---|
/// | 0 | `waking`: an unlocker has claimed a sleeper that has not run yet |
/// | 1-15 | threads that have announced a sleep and were neither claimed nor withdrawn |
///
/// lock(), try_lock() and unlock() are those of fast_mutex; there is no state(). At most 32,767 threads
/// sleep, more stay awake. One promise less: unlock() always reads the sleepers *after* the lock is
/// free. So the mutex must outlive every unlock(), even if no thread ever waited. (alignas: lab 02
/// asks that keys be aligned to 4; a model's atomics need more.)
/// Sources of the idea: JVM biased locks and userspace RCU for the fence; the C++ proposal P1202.
class alignas(4) alignas(kev::atomic<std::uint16_t>) asymmetric_mutex {
public:
    constexpr asymmetric_mutex() noexcept = default;
    asymmetric_mutex(asymmetric_mutex const&) = delete;
    asymmetric_mutex& operator=(asymmetric_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        if (!take()) lock_slow();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: this look only saves a useless read-modify-write; no decision depends on it.
        return owned_.load(std::memory_order_relaxed) == 0 && take();
    }

    /// Gives the lock up and wakes one sleeper, if any and if none is being woken. Only the owner may
    /// call it. Blocks at most until that sleeper, who has announced itself, is in the kernel.
    // [unlock]
    void unlock() noexcept {
        // release: U1, pairs with L1 in take().
        owned_.store(0, std::memory_order_release); // U1
        // F1, pairs with F2 in lock_slow(): either the sleeper's second look sees the store above, or
        // the load below sees the sleeper.
        kev::asymmetric_fence_light();
        // relaxed: F1 has ordered it behind the store.
        std::uint16_t const state = sleepers_.load(std::memory_order_relaxed);
        if (state >= one_sleeper) [[unlikely]]
            wake_one(state);
    }
    // [/unlock]

private:
    static constexpr std::uint16_t waking = 1;
    static constexpr std::uint16_t one_sleeper = 2;
    static constexpr std::uint16_t full = 0xFFFE; ///< no room for one more, waking or not

    bool take() noexcept {
        // acquire: L1, pairs with U1; the last owner's writes are visible from here on.
        return owned_.exchange(1, std::memory_order_acquire) == 0; // L1
    }

    // [lock_slow]
    void lock_slow() noexcept {
        while (!try_lock()) {
            if (!announce()) continue;
            kev::asymmetric_fence_heavy(); // F2, pairs with F1
            if (take()) return withdraw();
            lab02::default_event.wait(this);
            // relaxed: it only lets the next unlocker wake a sleeper; the data comes with L1.
            sleepers_.fetch_sub(waking, std::memory_order_relaxed);
        }
    }
    // [/lock_slow]

    /// Counts this thread among the sleepers. @return false if that failed: the caller looks again.
    bool announce() noexcept {
        // relaxed: F2 orders the announcement before the second look; no data is passed.
        std::uint16_t state = sleepers_.load(std::memory_order_relaxed);
        if (state >= full) {
            kev::yield(); // the count is full: this thread stays awake until there is room
            return false;
        }
        // relaxed: F2 orders the announcement. A failure reads no data either.
        return sleepers_.compare_exchange_weak(
            state, plus(state, one_sleeper), std::memory_order_relaxed, std::memory_order_relaxed);
    }

    /// Takes this thread's announcement back: the thread owns the lock and need not sleep.
    ///
    /// An unlocker may have claimed the announcement meanwhile. Then it is blocked in its release until
    /// a thread waits. This thread must not wait for that release without a limit: another sleeper may
    /// take the release first. Then that sleeper's announcement is left, and this thread takes it back
    /// in place of its own. So the two ways out are tried by turns.
    // [withdraw]
    void withdraw() noexcept {
        for (;;) {
            // relaxed: only the count of promises is balanced here; the data came with L1.
            std::uint16_t state = sleepers_.load(std::memory_order_relaxed);
            if (state >= one_sleeper) {
                // relaxed: the count passes no data, and the exchange confirms it.
                if (sleepers_.compare_exchange_weak(state, minus(state, one_sleeper),
                                                    std::memory_order_relaxed,
                                                    std::memory_order_relaxed))
                    return;
            } else if (lab02::default_event.wait_for(this, std::chrono::seconds(0)) ==
                       lab02::outcome::met) {
                // relaxed: it only lets the next unlocker wake a sleeper.
                sleepers_.fetch_sub(waking, std::memory_order_relaxed);
                return;
            } else {
                kev::yield(); // the unlocker that claimed this thread is on its way into the kernel
            }
        }
    }
    // [/withdraw]

    /// Claims one sleeper, then releases it. Does nothing if the lock is owned or a sleeper is waking.
    // [wake_one]
    void wake_one(std::uint16_t state) noexcept {
        while (state >= one_sleeper && (state & waking) == 0) {
            // relaxed: a new owner has its own F1 to pass, and will see the sleepers then.
            if (owned_.load(std::memory_order_relaxed) != 0) return;
            // relaxed: the data was published at U1; this only claims. A failure loads the newer state.
            if (sleepers_.compare_exchange_weak(state, plus(minus(state, one_sleeper), waking),
                                                std::memory_order_relaxed,
                                                std::memory_order_relaxed)) {
                lab02::default_event.release(this);
                return;
            }
        }
    }
    // [/wake_one]

    // 16-bit arithmetic. C++ computes in int, and casts in each place would hide the meaning.
    static constexpr std::uint16_t plus(std::uint16_t state, std::uint16_t part) noexcept {
        return static_cast<std::uint16_t>(state + part);
    }
    static constexpr std::uint16_t minus(std::uint16_t state, std::uint16_t part) noexcept {
        return static_cast<std::uint16_t>(state - part);
    }

    kev::atomic<std::uint8_t> owned_{0, "owned"};
    kev::atomic<std::uint16_t> sleepers_{0, "sleepers"};
};

} // namespace kev::lab03
