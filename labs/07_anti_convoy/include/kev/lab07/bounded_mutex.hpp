/// @file
/// The answer: a mutex with the fast path of an unfair one, and a limit to what a waiter has to bear.
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
/// 1. A thread that comes looks a few times before it gets in line, but only while nobody waits.
/// 2. The waiter that is woken becomes the *heir*: it never goes back into the line. While there is an
///    heir nobody else is woken. If it finds the lock taken, it looks a few times, then sleeps on a key of
///    its own, and the next unlock() wakes it again.
/// 3. When the heir has been overtaken for long enough, unlock() does not free the lock but hands it over.
///    That costs a context switch, as with handoff_mutex.hpp; but as each heir has to be patient first, there
///    is at most one hand-over in so much time, however many wait: no convoy.
///
/// The owner decides, not the heir: an heir that does not get a processor, because those who overtake it
/// have them all, could not ask for anything. So the thread at place n of the line has the lock after n times
/// (the turn before its own; what patience allows, a time and a number of turns; one wake-up); after n + 1 times
/// if there was an heir already, who stands before the line. Meets Lockable; not recursive; the next owner may
/// destroy it.
///
/// @tparam Patience  belongs to the owner. begin() is called when there is a new heir, is_over() when
///                   the lock could be freed and there is one; `looks` is how often a thread looks before
///                   it sleeps.
/// Sources of the ideas: WebKit's and parking_lot's locks, which hand over once in a while; Linux's mutex,
/// whose first waiter stays first.
template <typename Patience>
class basic_bounded_mutex {
public:
    constexpr basic_bounded_mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit basic_bounded_mutex(std::uint32_t state) noexcept : word_(state, "word") {}
    basic_bounded_mutex(basic_bounded_mutex const&) = delete;
    basic_bounded_mutex& operator=(basic_bounded_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free, or handed to this thread.
    void lock() noexcept {
        // acquire: L1, pairs with U1 and U2 in unlock(); the last owner's writes are visible from here on.
        if ((word_.fetch_or(bounded_word::owned, std::memory_order_acquire) &
             bounded_word::owned) == 0)
            return;
        lock_slow();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        // relaxed: only saves the read-modify-write when there is no hope; nothing is read after.
        if ((word_.load(std::memory_order_relaxed) & bounded_word::owned) != 0) return false;
        // acquire: L3, pairs with U1 and U2.
        return (word_.fetch_or(bounded_word::owned, std::memory_order_acquire) &
                bounded_word::owned) == 0; // L3
    }

    /// Frees the lock, or hands it to the heir; wakes whoever has to be woken. Only the owner may call it.
    /// Blocks at most until that thread, which has announced itself, is in the kernel.
    void unlock() noexcept {
        // relaxed: a first guess; the compare-exchange confirms it. Without it that one would fail, and cost
        // as much as if it did not, whenever somebody waits.
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        // release: U1, pairs with L1 to L3 (no heir). relaxed: on failure `state` is the newer word.
        if (state != bounded_word::owned ||
            !word_.compare_exchange_strong(state, 0, std::memory_order_release,
                                           std::memory_order_relaxed)) [[unlikely]] // U1
            unlock_slow(state);
    }

    /// The state word, for tests and for the lesson: it may be old when the caller looks at it.
    std::uint32_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

private:
    void lock_slow() noexcept {
        bounded_back_off others(Patience::looks);
        // relaxed: every decision below is confirmed by a compare-exchange of the same word.
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        for (;;) {
            if ((state & bounded_word::owned) == 0) {
                // acquire: L2, pairs with U1 and U2. relaxed: a failure decides anew.
                if (word_.compare_exchange_weak(state, state | bounded_word::owned,
                                                std::memory_order_acquire,
                                                std::memory_order_relaxed)) // L2
                    return;
            } else if (bounded_word::nobody_waits(state) && others.pause()) {
                // relaxed: as above. Only while nobody waits: those who do have waited longer.
                state = word_.load(std::memory_order_relaxed);
                // relaxed: no data is passed. That the lock is still owned is checked by the comparison
                // itself: whoever then unlocks sees this waiter. A failure decides anew.
            } else if (word_.compare_exchange_weak(state, state + bounded_word::one_waiter,
                                                   std::memory_order_relaxed,
                                                   std::memory_order_relaxed)) {
                lab02::default_event.wait(this);
                return lock_as_heir();
            }
        }
    }

    void lock_as_heir() noexcept {
        bounded_back_off others(Patience::looks);
        // L4, pairs with U2. The wake-up is not known to order memory, and a plain load could read a word from
        // before there was this heir.
        std::uint32_t state = kev::read_newest(word_); // L4
        while ((state & bounded_word::heir) != 0) {    // else it has been handed over
            if ((state & bounded_word::owned) == 0) {
                // acquire: L5, pairs with U2. relaxed: a failure decides anew, by the load below.
                if (word_.compare_exchange_strong(
                        state, (state | bounded_word::owned) & ~bounded_word::heir,
                        std::memory_order_acquire, std::memory_order_relaxed)) // L5
                    return;
            } else if (!others.pause()) {
                if (sleep_as_heir(state)) others = bounded_back_off(Patience::looks);
            }
            // acquire: L6, pairs with U2: without `heir` it is the word that U2 left.
            state = word_.load(std::memory_order_acquire); // L6
        }
    }

    /// @return whether it slept; it does not if the word is no longer `state`.
    bool sleep_as_heir(std::uint32_t state) noexcept {
        // relaxed: as when it got in line: whoever then unlocks sees the mark.
        if (!word_.compare_exchange_weak(state, state | bounded_word::heir_sleeps,
                                         std::memory_order_relaxed, std::memory_order_relaxed))
            return false;
        lab02::default_event.wait(heirs_key());
        return true;
    }

    void unlock_slow(std::uint32_t state) noexcept {
        // While the lock is owned nobody else changes `heir`, so what is decided here holds for U2.
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

    /// A second key: that of the line is `this`.
    void const* heirs_key() const noexcept { return &patience_; }

    kev::atomic<std::uint32_t> word_{0, "word"};
    Patience patience_;
};

/// The mutex that this lab ends with.
using bounded_mutex = basic_bounded_mutex<tenth_of_a_millisecond>;

} // namespace kev::lab07
