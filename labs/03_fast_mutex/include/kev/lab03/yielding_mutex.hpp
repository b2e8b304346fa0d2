/// @file
/// fast_mutex that gives its processor away a few times before it sleeps.
#pragma once

#include <cstdint>

#include <kev/lab03/fast_mutex.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// fast_mutex.hpp with a spin that backs off: a few doubling bursts of pauses, then the processor is
/// offered to others, ten rounds in all (the shape is that of parking_lot's). With more threads than
/// processors the owner may be the thread that needs the processor. Yielding saves most sleeps. Whether it
/// saves time depends on the machine and the section. Its price: a yield may give the processor to a thread
/// of low priority for a whole time slice, and the thread that yields pays for it. Ten rounds bound the harm;
/// experiments/yield_starvation.cpp measures it on the system at hand.
///
/// All but lock_slow() is fast_mutex's.
class yielding_mutex : fast_mutex {
public:
    using fast_mutex::fast_mutex;
    using fast_mutex::state;
    using fast_mutex::try_lock;
    using fast_mutex::unlock;

    /// Takes the lock. Blocks until it is free.
    void lock() noexcept {
        // acquire: L1, pairs with U1 in fast_mutex::unlock().
        if ((word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0) return;
        lock_slow();
    }

private:
    // [lock_slow]
    void lock_slow() noexcept {
        for (int round = 0;;) {
            // relaxed: every decision below is confirmed by a read-modify-write of the same word.
            std::uint32_t state = word_.load(std::memory_order_relaxed);
            if ((state & bits::owned) == 0) {
                // acquire: L2, pairs with U1 in fast_mutex::unlock().
                if ((word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0)
                    return;
            } else if (bits::waiters(state) == 0 && round < spin_rounds) {
                // Only while no thread sleeps: a sleeper has waited longer.
                pause_or_yield(round++);
            } else if (bits::waiters(state) == bits::max_waiters) {
                kev::yield(); // the count is full: this thread stays awake until there is room
            } else {
                if (sleep(state)) round = 0; // this thread was woken: looking may pay again
            }
        }
    }
    // [/lock_slow]

    /// Three bursts of 2, 4 and 8 pauses, then one yield in each round.
    static void pause_or_yield(int round) noexcept {
        if (round >= 3) return kev::yield();
        for (int pause = 0; pause < (2 << round); ++pause) kev::relax();
    }

    static constexpr int spin_rounds = 10;
};

} // namespace kev::lab03
