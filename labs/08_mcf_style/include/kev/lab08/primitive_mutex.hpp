/// @file
/// Step 2: a condition variable that is a number, with a bit beside it, is a mutex.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

class [[clang::capability("mutex")]] primitive_mutex; // clang wants the attribute before the class

/// A mutex with nothing but what it takes: `locked`, and the number of the threads that wait for it.
///
/// | bits | name | what sets it | what clears it |
/// |---|---|---|---|
/// | 0 | `locked` | the thread that locks | the owner, in unlock() |
/// | 1-63 | sleepers | a sleeper: +1, only while `locked` is set | the unlocker that wakes one: -1, in the step that clears `locked` |
///
/// Two things of lab 03 are missing, and mutex.hpp brings them back: unlock() does not ask whether a woken
/// thread is on its way, so every unlock() wakes one more; and no thread spins. Source of the idea:
/// mcfgthread.
class primitive_mutex {
public:
    constexpr primitive_mutex() noexcept = default;
    primitive_mutex(primitive_mutex const&) = delete;
    primitive_mutex& operator=(primitive_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    // [lock]
    [[clang::acquire_capability]] void lock() noexcept {
        for (;;) {
            // relaxed: both decisions below are confirmed by a compare-exchange.
            std::uint64_t state = word_.load(std::memory_order_relaxed);
            if ((state & locked) == 0) {
                if (take(state)) return;
            } else if (count_in(state)) {
                lab02::default_event.wait(&word_);
            }
        }
    }
    // [/lock]

    /// Takes the lock if it is free. Does not block.
    [[clang::try_acquire_capability(true)]] bool try_lock() noexcept {
        // relaxed: confirmed by the compare-exchange.
        std::uint64_t state = word_.load(std::memory_order_relaxed);
        while ((state & locked) == 0)
            if (take(state)) return true;
        return false;
    }

    /// Gives the lock up and wakes one sleeper, if there is any. Only the owner may call it. Blocks until that sleeper
    /// is in the kernel. After the one step that frees the lock it uses only the object's address: the next owner may
    /// destroy it.
    // [unlock]
    [[clang::release_capability]] void unlock() noexcept {
        // relaxed: the compare-exchange confirms it.
        std::uint64_t state = word_.load(std::memory_order_relaxed);
        // release: U1, pairs with L1 in take(). The bit and the sleeper go in one step: a sleeper counts
        // itself in only while the bit is set, so it is in this state, or finds the lock free.
        // relaxed: on failure another round, with the newer state.
        while (!word_.compare_exchange_weak(state, unlocked(state), std::memory_order_release, // U1
                                            std::memory_order_relaxed)) {
        }
        if (state >= one_sleeper) lab02::default_event.release(&word_);
    }
    // [/unlock]

private:
    friend struct testing_access; // the tests'

    static constexpr std::uint64_t locked = 1;
    static constexpr std::uint64_t one_sleeper = 2;

    // [unlocked]
    static constexpr std::uint64_t unlocked(std::uint64_t state) noexcept {
        return (state >= one_sleeper ? state - one_sleeper : state) - locked;
    }

    bool take(std::uint64_t& state) noexcept {
        // acquire: L1, pairs with U1; the last owner's writes are visible from here on.
        // relaxed: on failure nothing was taken.
        return word_.compare_exchange_weak(state, state | locked, std::memory_order_acquire, // L1
                                           std::memory_order_relaxed);
    }
    // [/unlocked]

    /// Counts this thread in, unless the word is no longer `state`, in which the lock is taken.
    // [count_in]
    bool count_in(std::uint64_t state) noexcept {
        // relaxed: no data is passed here. The comparison checks that the lock is still taken: the
        // owner that clears the bit sees this sleeper in the same step.
        return word_.compare_exchange_weak(state, state + one_sleeper, std::memory_order_relaxed,
                                           std::memory_order_relaxed);
    }
    // [/count_in]

    kev::atomic<std::uint64_t> word_{0, "word"};
};

} // namespace kev::lab08
