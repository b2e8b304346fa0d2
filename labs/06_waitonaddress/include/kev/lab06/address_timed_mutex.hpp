/// @file
/// The three-state mutex with time limits.
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/lab06/deadline.hpp>
#include <kev/lab06/wait_on_address.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// address_mutex.hpp with time limits. A thread whose time is up has nothing to take back: it is in no count,
/// and a word that still says `contended` costs one wake for no waiter.
///
/// Meets TimedLockable. Deadlines are moments of kev::clock or of any std::chrono clock. Setting such a clock
/// forward wakes no thread.
class address_timed_mutex {
public:
    static constexpr std::uint32_t free = 0;
    static constexpr std::uint32_t owned = 1;
    static constexpr std::uint32_t contended = 2;

    constexpr address_timed_mutex() noexcept = default;
    address_timed_mutex(address_timed_mutex const&) = delete;
    address_timed_mutex& operator=(address_timed_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        if (try_lock()) return;
        // acquire: pairs with U1.
        while (word_.exchange(contended, std::memory_order_acquire) != free)
            wait_on_address(&word_, &contended, sizeof contended);
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        std::uint32_t expected = free;
        // acquire: pairs with U1; the last owner's writes are visible from here on. relaxed: a failure reads
        // no data.
        return word_.compare_exchange_strong(expected, owned, std::memory_order_acquire,
                                             std::memory_order_relaxed);
    }

    /// Takes the lock if it becomes free within `interval`. Zero or less looks once. Blocks at most that long,
    /// and then until this thread has a processor and the bucket's attendant has let it go.
    template <typename Rep, typename Period>
    bool try_lock_for(std::chrono::duration<Rep, Period> interval) noexcept {
        if (interval <= interval.zero()) return try_lock();
        return try_lock_until(lab06::moment_from_now(interval));
    }

    /// As try_lock_for(), until a moment of any clock, if the clock's own unit can express it. (Lab 05's
    /// arithmetic, T7, also accepts coarser units.)
    template <typename Clock, typename Duration>
    bool try_lock_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        if (try_lock()) return true;
        // acquire: pairs with U1. A woken thread tries again before it looks at the clock. If it left without
        // that, the wake that was spent on it would be lost to the other waiters.
        while (word_.exchange(contended, std::memory_order_acquire) != free) {
            auto const now = Clock::now();
            if (deadline <= now) return false;
            lab06::wait_on_address_for(&word_, &contended, sizeof contended, deadline - now);
        }
        return true;
    }

    /// Unlocks, and wakes one sleeper if there may be one. Does not block.
    void unlock() noexcept {
        // release: U1, pairs with all acquires above. From here on the mutex may be gone.
        if (word_.exchange(free, std::memory_order_release) == contended) [[unlikely]] // U1
            wake_by_address_single(&word_);
    }

private:
    kev::atomic<std::uint32_t> word_{free, "word"};
};

} // namespace kev::lab06
