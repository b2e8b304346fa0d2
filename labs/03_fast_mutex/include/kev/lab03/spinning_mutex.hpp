/// @file
/// fast_mutex that looks at the lock for a while before it sleeps.
#pragma once

#include <cstdint>

#include <kev/lab03/fast_mutex.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// fast_mutex.hpp with a bounded spin: up to 40 looks at the word, a pause of the processor between
/// them, before the thread goes to sleep. It can pay only when the owner runs on another processor and
/// unlocks in less time than two context switches take. Each look takes the word's cache line from the
/// owner. The number 40 is that of WebKit's lock, which yields between two looks.
///
/// All but lock_slow() is fast_mutex's.
class spinning_mutex : fast_mutex {
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
                ++round;
                kev::relax();
            } else if (bits::waiters(state) == bits::max_waiters) {
                kev::yield(); // the count is full: this thread stays awake until there is room
            } else {
                if (sleep(state)) round = 0; // this thread was woken: looking may pay again
            }
        }
    }
    // [/lock_slow]

    static constexpr int spin_rounds = 40;
};

} // namespace kev::lab03
