/// @file
/// A mutex with the fast path of unfair_mutex.hpp and a bound on how long a waiter can be overtaken.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab07/back_off.hpp>
#include <kev/lab07/bounded_word.hpp>
#include <kev/lab07/patience.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// unfair_mutex.hpp with three changes.
///
/// 1. A newcomer that finds the lock owned looks a few times before it gets in line, but only while nobody waits.
/// 2. The woken waiter becomes the *heir*, and never goes back into the line. While there is an heir, no other waiter
///    is woken. An heir that finds the lock owned looks a few times, then sleeps on a key of its own, and the next
///    unlock() wakes it.
/// 3. When the heir has been overtaken for long enough, unlock() does not free the lock but hands it to the heir. That
///    costs a context switch, as in handoff_mutex.hpp. But each heir must first wait until the patience is over, so
///    there is at most one hand-over per patience, however many threads wait: no convoy.
///
/// The owner decides about the hand-over, not the heir. An heir that has no processor, because the threads that overtake
/// it have them all, can decide nothing. So the thread at place n of the line has the lock after n times (the turn before
/// its own; the patience, which is a time and a number of turns; one wake-up). If there was an heir already, it is n + 1
/// times, for the heir is served before the line. Meets Lockable; not recursive; the next owner may destroy it.
///
/// @tparam Patience  is accessed by the owner only. begin() is called when there is a new heir. is_over() is called in
///                   unlock() if there is an heir. `looks` is how often a thread looks before it sleeps.
/// Sources of the ideas: WebKit's and parking_lot's locks, which hand over once in a while; Linux's mutex, whose first
/// waiter stays first.
template <typename Patience>
class basic_bounded_mutex {
public:
    constexpr basic_bounded_mutex() noexcept = default;
    /// Starts in the given state: for tests and demonstrations.
    constexpr explicit basic_bounded_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    basic_bounded_mutex(basic_bounded_mutex const&) = delete;
    basic_bounded_mutex& operator=(basic_bounded_mutex const&) = delete;

    /// Acquires the lock. Blocks until the lock is free or handed to this thread.
    void lock() noexcept {
        // acquire: L1, pairs with U1 and U2 in unlock(): this thread sees what the last owner wrote.
        if ((word_.fetch_or(bounded_word::owned, std::memory_order_acquire) &
             bounded_word::owned) == 0)
            return;
        lock_slow();
    }

    /// Acquires the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: the load only saves the read-modify-write if the lock is owned. No data is read after it.
        if ((word_.load(std::memory_order_relaxed) & bounded_word::owned) != 0) return false;
        // acquire: L3, pairs with U1 and U2.
        return (word_.fetch_or(bounded_word::owned, std::memory_order_acquire) &
                bounded_word::owned) == 0; // L3
    }

    /// Frees the lock or hands it to the heir, and wakes a sleeping heir or makes a new one. Only the owner may call it.
    /// Blocks at most until the thread that it wakes, which has announced itself, is in the kernel.
    void unlock() noexcept {
        // relaxed: the compare-exchange confirms what this load saw. Without the load the compare-exchange would fail
        // whenever a thread waits, and a failed one costs as much as a successful one.
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        // release: U1, pairs with L1 to L3 (no heir). relaxed: on failure `state` is the newer word.
        if (state != bounded_word::owned ||
            !word_.compare_exchange_strong(state, 0, std::memory_order_release,
                                           std::memory_order_relaxed)) [[unlikely]] // U1
            unlock_slow(state);
    }

    /// A racy snapshot of the word, for tests and demonstrations.
    std::uint32_t state() const noexcept {
        // relaxed: the caller reads no data of the lock.
        return word_.load(std::memory_order_relaxed);
    }

private:
    // [lock_slow]
    void lock_slow() noexcept {
        bounded_back_off others(Patience::looks);
        // relaxed: a compare-exchange of the same word confirms each decision below.
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        for (;;) {
            if ((state & bounded_word::owned) == 0) {
                // acquire: L2, pairs with U1 and U2. relaxed: after a failure the loop decides anew.
                if (word_.compare_exchange_weak(state, state | bounded_word::owned,
                                                std::memory_order_acquire,
                                                std::memory_order_relaxed)) // L2
                    return;
            } else if (bounded_word::nobody_waits(state) && others.pause()) {
                // relaxed: a compare-exchange confirms it. A thread looks only while nobody waits: a waiter has
                // waited longer.
                state = word_.load(std::memory_order_relaxed);
                // relaxed: no data is passed. The comparison makes sure that the lock is still owned, so the
                // next unlock() sees this waiter. After a failure the loop decides anew.
            } else if (word_.compare_exchange_weak(state, state + bounded_word::one_waiter,
                                                   std::memory_order_relaxed,
                                                   std::memory_order_relaxed)) {
                lab02::default_event.wait(this);
                return lock_as_heir();
            }
        }
    }
    // [/lock_slow]

    // [lock_as_heir]
    void lock_as_heir() noexcept {
        bounded_back_off others(Patience::looks);
        // L4, pairs with U2. The wake-up is not known to order memory, and an atomic load could read a word from
        // before this thread was the heir.
        std::uint32_t state = kev::read_newest(word_); // L4
        while ((state & bounded_word::heir) != 0) {    // cleared: the lock was handed over
            if ((state & bounded_word::owned) == 0) {
                // acquire: L5, pairs with U2. relaxed: after a failure the load below looks again.
                if (word_.compare_exchange_strong(
                        state, (state | bounded_word::owned) & ~bounded_word::heir,
                        std::memory_order_acquire, std::memory_order_relaxed)) // L5
                    return;
            } else if (!others.pause()) {
                if (sleep_as_heir(state)) others = bounded_back_off(Patience::looks);
            }
            // acquire: L6, pairs with U2: if `heir` is cleared, U2 cleared it and handed the lock over.
            state = word_.load(std::memory_order_acquire); // L6
        }
    }

    /// @return whether this thread slept. It does not sleep if the word is no longer `state`.
    bool sleep_as_heir(std::uint32_t state) noexcept {
        // relaxed: no data is passed. The lock is still owned, so the next unlock() sees `heir_sleeps`.
        if (!word_.compare_exchange_weak(state, state | bounded_word::heir_sleeps,
                                         std::memory_order_relaxed, std::memory_order_relaxed))
            return false;
        lab02::default_event.wait(heirs_key());
        return true;
    }
    // [/lock_as_heir]

    // [unlock_slow]
    void unlock_slow(std::uint32_t state) noexcept {
        // While the lock is owned, only the owner changes `heir`. So the decision still holds at U2.
        bool const has_heir = (state & bounded_word::heir) != 0;
        bool const hand_over = has_heir && patience_.is_over();
        if (!has_heir) patience_.begin();
        // release: U2, pairs with L1 to L6. relaxed: on failure `state` is the newer word.
        while (!word_.compare_exchange_weak(state, bounded_word::after_unlock(state, hand_over),
                                            std::memory_order_release,
                                            std::memory_order_relaxed)) { // U2
        }
        if ((state & bounded_word::heir_sleeps) != 0) lab02::default_event.release(heirs_key());
        if (bounded_word::makes_an_heir(state)) lab02::default_event.release(this);
    }
    // [/unlock_slow]

    /// The key on which the heir sleeps. The line sleeps on `this`.
    void const* heirs_key() const noexcept { return &patience_; }

    kev::atomic<std::uint32_t> word_{0, "word"};
    Patience patience_;
};

/// The mutex that this lab arrives at.
using bounded_mutex = basic_bounded_mutex<overtaking_budget>;

} // namespace kev::lab07
