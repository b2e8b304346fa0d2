/// @file
/// An unfair mutex that hands over after a number of turns, and not after a time.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// | bits | name | meaning |
/// |---|---|---|
/// | 0 | `owned` | a thread owns the lock |
/// | 1 | `waking` | a thread was taken out of the line, and competes for the lock |
/// | 2-5 | turns | how often the lock was freed while a thread waited, since the last hand-over |
/// | 6-31 | the number of threads in the line | each is in the kernel's wait, or will enter it without any further condition |
class own_mutex {
public:
    constexpr own_mutex() noexcept = default;
    own_mutex(own_mutex const&) = delete;
    own_mutex& operator=(own_mutex const&) = delete;

    void lock() noexcept {
        // acquire: L1, pairs with U1 and U2.
        if ((word_.fetch_or(owned, std::memory_order_acquire) & owned) != 0) [[unlikely]]
            lock_slow();
    }

    bool try_lock() noexcept {
        // acquire: L3, pairs with U1 and U2.
        return (word_.fetch_or(owned, std::memory_order_acquire) & owned) == 0;
    }

    void unlock() noexcept {
        std::uint32_t state = owned; // a guess: no thread waits
        // release: U1, pairs with L1 to L3. relaxed: on failure U2 decides with the newer word.
        if (!word_.compare_exchange_strong(state, 0, std::memory_order_release,
                                           std::memory_order_relaxed)) [[unlikely]]
            unlock_slow(state);
    }

private:
    static constexpr std::uint32_t owned = 1;
    static constexpr std::uint32_t waking = 2;
    static constexpr std::uint32_t one_turn = 4;
    static constexpr std::uint32_t turns = 15 * one_turn;
    static constexpr std::uint32_t patience = 5 * one_turn;
    static constexpr std::uint32_t one_waiter = 64;

    static constexpr bool wakes(std::uint32_t state) noexcept {
        return state >= one_waiter && (state & waking) == 0;
    }

    static constexpr std::uint32_t after_unlock(std::uint32_t state) noexcept {
        if (state < one_waiter && (state & waking) == 0) return 0;
        if ((state & turns) < patience) {
            std::uint32_t const free = state - owned + one_turn;
            return wakes(state) ? free - one_waiter + waking : free;
        }
        // `owned` stays set: the lock belongs to the thread that is being woken, or to the first of the line.
        return (wakes(state) ? state - one_waiter : state - waking) & ~turns;
    }

    void lock_slow() noexcept {
        // relaxed: a compare-exchange confirms each decision below.
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        for (;;) {
            if ((state & owned) == 0) {
                // acquire: L2, pairs with U1 and U2. relaxed: after a failure the loop decides anew.
                if (word_.compare_exchange_weak(state, state | owned, std::memory_order_acquire,
                                                std::memory_order_relaxed))
                    return;
                // relaxed: no data is passed. The comparison makes sure that the lock is still owned.
            } else if (word_.compare_exchange_weak(state, state + one_waiter,
                                                   std::memory_order_relaxed,
                                                   std::memory_order_relaxed)) {
                return wait();
            }
        }
    }

    void wait() noexcept {
        for (;;) {
            lab02::default_event.wait(this);
            std::uint32_t state = kev::read_newest(word_); // L4, pairs with U2
            for (;;) {
                if ((state & waking) == 0) return; // the lock was handed over
                bool const is_free = (state & owned) == 0;
                std::uint32_t const next =
                    is_free ? state - waking + owned : state - waking + one_waiter;
                // acquire: L5, pairs with U2: the lock was free, or has been handed over meanwhile.
                if (word_.compare_exchange_weak(state, next, std::memory_order_acquire,
                                                std::memory_order_acquire)) {
                    if (is_free) return;
                    break;
                }
            }
        }
    }

    void unlock_slow(std::uint32_t state) noexcept {
        // release: U2, pairs with L1 to L5. relaxed: on failure `state` is the newer word.
        while (!word_.compare_exchange_weak(state, after_unlock(state), std::memory_order_release,
                                            std::memory_order_relaxed)) {
        }
        if (wakes(state)) lab02::default_event.release(this);
    }

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab07
