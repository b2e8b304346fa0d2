/// @file
/// The three-state mutex with time limits.
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/lab06/deadline.hpp>
#include <kev/lab06/wait_on_address.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// address_mutex.hpp, for at most so long. Nothing has to be taken back when the time is up: there is no
/// count with this thread in it, and a word that still says `contended` costs one wake for nothing.
///
/// Meets TimedLockable. Deadlines are moments of kev::clock or of any std::chrono clock; to set one forward wakes nobody.
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
        // acquire: pairs with U1; the last owner's writes are visible from here on. relaxed: it is not ours.
        return word_.compare_exchange_strong(expected, owned, std::memory_order_acquire,
                                             std::memory_order_relaxed);
    }

    /// Takes the lock if it is free within `interval`; zero or less looks once. Blocks at most so long,
    /// and until the processor is had again, and until whoever attends the bucket lets this thread go.
    template <typename Rep, typename Period>
    bool try_lock_for(std::chrono::duration<Rep, Period> interval) noexcept {
        if (interval <= interval.zero()) return try_lock();
        return try_lock_until(deadline_after(interval));
    }

    /// As try_lock_for(), until a moment of any clock that its own unit can express. (Lab 05's arithmetic, T7,
    /// would take coarser units, too.)
    template <typename Clock, typename Duration>
    bool try_lock_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        if (try_lock()) return true;
        // acquire: pairs with U1. A thread that was woken tries once more before it looks at the clock: if
        // it left without that, the wake that was spent on it would be lost to the others.
        while (word_.exchange(contended, std::memory_order_acquire) != free) {
            auto const now = Clock::now();
            if (deadline <= now) return false;
            wait_on_address_for(&word_, &contended, sizeof contended, deadline - now);
        }
        return true;
    }

    /// Gives the lock up, and wakes one sleeper if there may be one. Does not block.
    void unlock() noexcept {
        // release: U1, pairs with all acquires above. From here on the mutex may be gone.
        if (word_.exchange(free, std::memory_order_release) == contended) [[unlikely]] // U1
            wake_by_address_single(&word_);
    }

private:
    kev::atomic<std::uint32_t> word_{free, "word"};
};

} // namespace kev::lab06
