/// @file
/// Step 2: a condition variable that is a number, with a bit beside it, is a mutex.
#pragma once

#include <kev/lab08/lockable.hpp>
#include <kev/lab08/sleepers.hpp>
#include <kev/thread_safety.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

class [[clang::capability("mutex")]] primitive_mutex; // for -Wthread-safety: see thread_safety.hpp

/// A mutex with nothing but what it takes: `locked`, and the counts of the threads that wait for it.
///
/// | bits | name | what sets it | what clears it |
/// |---|---|---|---|
/// | 0 | `locked` | the thread that locks | the owner, in unlock() |
/// | 32-39 (with a word of 32 bits: 16-17) | called: calls that no thread has taken yet | the unlocker that calls a sleeper: +1 | a sleeper that takes a call: -1 |
/// | 40-63 (18-31) | sleepers that no call was made for | a sleeper: +1, only while `locked` is set | the unlocker that calls one: -1, in the step that clears `locked` |
///
/// Two things of lab 03 are missing, and mutex.hpp brings them back: unlock() does not ask whether a called
/// thread is on its way, so every unlock() calls one more; and no thread spins. Source of the idea:
/// mcfgthread.
class primitive_mutex {
public:
    static constexpr state_t locked = 1;
    using waiting = sleepers<bit_of_word(40, 18), bit_of_word(32, 16)>;

    constexpr primitive_mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit primitive_mutex(state_t state) noexcept : word_(state, "word") {}
    primitive_mutex(primitive_mutex const&) = delete;
    primitive_mutex& operator=(primitive_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    // [lock]
    [[clang::acquire_capability]] void lock() noexcept {
        for (;;) {
            // relaxed: both decisions below are confirmed by a compare-exchange.
            state_t state = word_.load(std::memory_order_relaxed);
            if ((state & locked) == 0) {
                if (take(state)) return;
            } else if (count_in(state)) {
                waiting::sleep(word_, lab05::no_limit());
            }
        }
    }
    // [/lock]

    /// Takes the lock if it is free. Does not block.
    [[clang::try_acquire_capability(true)]] bool try_lock() noexcept {
        // relaxed: confirmed by the compare-exchange.
        state_t state = word_.load(std::memory_order_relaxed);
        while ((state & locked) == 0)
            if (take(state)) return true;
        return false;
    }

    /// Gives the lock up and wakes one sleeper, if there is any. Only the owner may call it. By address it
    /// does not block; by key it blocks until that sleeper is in the kernel. After the one step that frees
    /// the lock it does not touch the object again: the next owner may destroy it.
    // [unlock]
    [[clang::release_capability]] void unlock() noexcept {
        // relaxed: the compare-exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        // release: U1, pairs with L1 in take(). The bit and the call go in one step: a sleeper counts
        // itself in only while the bit is set, so it is in this state, or finds the lock free.
        // relaxed: on failure another round, with the newer state.
        while (!word_.compare_exchange_weak(state, unlocked(state), std::memory_order_release, // U1
                                            std::memory_order_relaxed)) {
        }
        if (calls(state)) waiting::wake(&word_);
    }
    // [/unlock]

    /// The state word, for tests and for the lesson: it may be old when the caller looks at it.
    state_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

private:
    /// Whether an unlock in this state calls a sleeper. If the count of called threads is full, it
    /// does not: they come.
    // [unlocked]
    static constexpr bool calls(state_t state) noexcept {
        return waiting::count(state) > 0 && waiting::has_room(state);
    }
    static constexpr state_t unlocked(state_t state) noexcept {
        return (calls(state) ? waiting::call_one(state) : state) - locked;
    }

    bool take(state_t& state) noexcept {
        // acquire: L1, pairs with U1; the last owner's writes are visible from here on.
        // relaxed: on failure nothing was taken.
        return word_.compare_exchange_weak(state, state | locked, std::memory_order_acquire, // L1
                                           std::memory_order_relaxed);
    }
    // [/unlocked]

    /// Counts this thread in, unless the word is no longer `state`, in which the lock is taken.
    // [count_in]
    bool count_in(state_t state) noexcept {
        if (!waiting::may_count_in(state)) return waiting::yield_instead();
        // relaxed: no data is passed here. The comparison checks that the lock is still taken: the
        // owner that clears the bit sees this sleeper in the same step.
        return word_.compare_exchange_weak(state, state + waiting::one, std::memory_order_relaxed,
                                           std::memory_order_relaxed);
    }
    // [/count_in]

    atomic_state word_{0, "word"};
};

static_assert(lockable<primitive_mutex>);

} // namespace kev::lab08
