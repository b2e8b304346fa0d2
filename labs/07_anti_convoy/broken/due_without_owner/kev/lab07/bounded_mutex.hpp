/// @file
/// P4: bounded_mutex.hpp whose heir asks for the lock without a second look. **It can hang.**
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
/// 3. An heir whose patience is over sets `due`. The next unlock() does not free the lock but hands it to
///    the heir, which as a rule is awake: so the hand-over costs no context switch. And as each heir is
///    patient first, there is at most one hand-over in so much time, however many wait: no convoy.
///
/// So the thread at place n of the line has the lock after at most n times (patience, one hold time, one
/// wake-up). Meets Lockable; not recursive; the next owner may destroy it.
///
/// @tparam Patience  an object of it is made when a thread becomes heir; is_over() is asked each time that
///                   the heir would go to sleep. Patience::looks: how often a thread looks before it sleeps.
/// Sources of the ideas: Linux's mutex hands over to a first waiter that was woken in vain; WebKit's and
/// parking_lot's locks limit how often they hand over by time.
template <typename Patience>
class basic_bounded_mutex {
public:
    constexpr basic_bounded_mutex() noexcept = default;
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

    /// Frees the lock, or hands it to an heir that is due; wakes whoever has to be woken. Only the owner
    /// may call it. Blocks at most until that thread, which has announced itself, is in the kernel.
    void unlock() noexcept {
        std::uint32_t state = bounded_word::owned; // as it mostly is
        // release: U1, pairs with L1 to L5. relaxed: on failure `state` is the newer word.
        if (!word_.compare_exchange_strong(state, 0, std::memory_order_release,
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
        Patience patience;
        bounded_back_off others(Patience::looks);
        // relaxed: as in lock_slow().
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        for (;;) {
            if ((state & bounded_word::owned) == 0) {
                // acquire: L4, pairs with U1 and U2. relaxed: a failure decides anew.
                if (word_.compare_exchange_weak(
                        state, (state | bounded_word::owned) & ~bounded_word::heir,
                        std::memory_order_acquire, std::memory_order_relaxed)) // L4
                    return;
            } else if (others.pause()) {
                // relaxed: as in lock_slow().
                state = word_.load(std::memory_order_relaxed);
            } else if (patience.is_over()) {
                // BROKEN (P4): the mark is set without a second look. If the lock has become free in the
                // meantime, there is no owner that could hand it over.
                word_.fetch_or(bounded_word::due, std::memory_order_relaxed);
                return await_handoff();
            } else if (fall_asleep(state)) {
                others = bounded_back_off(Patience::looks);
                // relaxed: as in lock_slow().
                state = word_.load(std::memory_order_relaxed);
            }
        }
    }

    /// The heir is due: from here on the lock cannot become free before it has had it.
    void await_handoff() noexcept {
        bounded_back_off owner(Patience::looks);
        // acquire: L5, pairs with U2: without `due` it is the word that U2 left, or a later one.
        std::uint32_t state = word_.load(std::memory_order_acquire); // L5
        while ((state & bounded_word::due) != 0) {
            if (!owner.pause() && fall_asleep(state)) {
                // acquire: L6, pairs with U2. The wake-up is not known to order memory, and a plain load
                // could read an old word; a read-modify-write reads the newest.
                word_.fetch_add(0, std::memory_order_acquire); // L6
                return;
            }
            // acquire: L5, as above.
            state = word_.load(std::memory_order_acquire);
        }
    }

    /// Sleeps as heir, unless the word is no longer `state`, which it then makes the newer one.
    /// @return whether it slept.
    bool fall_asleep(std::uint32_t& state) noexcept {
        // relaxed: as when it got in line. A failure decides anew.
        if (!word_.compare_exchange_weak(state, state | bounded_word::heir_sleeps,
                                         std::memory_order_relaxed, std::memory_order_relaxed))
            return false;
        lab02::default_event.wait(heirs_key());
        return true;
    }

    void unlock_slow(std::uint32_t state) noexcept {
        // release: U2, pairs with L1 to L6. relaxed: on failure `state` is the newer word.
        while (!word_.compare_exchange_weak(state, bounded_word::after_unlock(state),
                                            std::memory_order_release,
                                            std::memory_order_relaxed)) { // U2
        }
        bounded_word::waking const whom = bounded_word::whom_to_wake(state);
        if (whom == bounded_word::waking::the_heir) lab02::default_event.release(heirs_key());
        if (whom == bounded_word::waking::first_in_line) lab02::default_event.release(this);
    }

    void const* heirs_key() const noexcept { return &heirs_place_; }

    kev::atomic<std::uint32_t> word_{0, "word"};
    /// Never read nor written. Its address is a key beside that of the line, which is `this`.
    std::uint32_t heirs_place_ = 0;
};

/// The mutex that this lab ends with.
using bounded_mutex = basic_bounded_mutex<half_a_millisecond>;

} // namespace kev::lab07
