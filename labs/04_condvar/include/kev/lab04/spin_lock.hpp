/// @file
/// The smallest lock there is: for sections of a few instructions.
#pragma once

#include <kev/world.hpp>

namespace kev::lab04 {

/// The pauses between two looks at a lock that another thread holds for a few instructions. After a few
/// pauses the owner seems to have lost its processor, so this thread offers its own.
class back_off {
public:
    /// Waits a moment. Does not sleep.
    void pause() noexcept {
        if (round_ == pauses) return kev::yield();
        ++round_; // never above `pauses`: a wait may have more looks than an int can count
        kev::relax();
    }

private:
    static constexpr int pauses = 15;
    int round_ = 0;
};

/// A lock whose waiters stay awake. Meets BasicLockable. Right where the owner only moves a few
/// pointers; wrong where it calls the kernel, as `locked_condvar<spin_lock>` shows.
class spin_lock {
public:
    constexpr spin_lock() noexcept = default;
    spin_lock(spin_lock const&) = delete;
    spin_lock& operator=(spin_lock const&) = delete;

    /// Takes the lock. Does not sleep; spins until it is free.
    void lock() noexcept {
        back_off others;
        // acquire: G1, pairs with G2; what the last owner changed is visible from here on.
        while (held_.exchange(1, std::memory_order_acquire) != 0) { // G1
            // relaxed: only keeps the waiting threads from writing; G1 decides.
            while (held_.load(std::memory_order_relaxed) != 0) others.pause();
        }
    }

    /// Gives the lock up: one store, after which this thread does not touch the lock.
    void unlock() noexcept {
        // release: G2, pairs with G1.
        held_.store(0, std::memory_order_release); // G2
    }

private:
    kev::atomic<std::uint32_t> held_{0, "held"};
};

} // namespace kev::lab04
