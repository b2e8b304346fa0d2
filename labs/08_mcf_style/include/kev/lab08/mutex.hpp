/// @file
/// Step 3: the mutex for use. It spins for a while, unless that has been in vain too often.
#pragma once

#include <chrono>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/back_off.hpp>
#include <kev/lab08/lock_words.hpp>
#include <kev/lab08/lockable.hpp>
#include <kev/lab08/mutex_word.hpp>
#include <kev/lab08/spin_seats.hpp>
#include <kev/lab08/watched_sleep.hpp>
#include <kev/thread_safety.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

template <typename Word>
class [[clang::capability("mutex")]] basic_mutex; // for -Wthread-safety: see thread_safety.hpp

/// A mutex of the size of a pointer, with time limits. Meets TimedLockable. Constant-initialised (all bits zero), trivially
/// destructible, needs no handle and cannot fail. Not recursive, and not fair. A thread that finds the lock taken pauses
/// and looks again, three times. Then it spins at a byte of its own, if fewer than four threads do. If spinning has not paid of
/// late, or was in vain, it sleeps (way.hpp). A sleeper is called after a bounded number of unlocks; its wait has no bound.
///
/// unlock() changes the word once and does not touch the object afterwards. So the next owner may destroy it: for example,
/// the last user of an object that holds this mutex. `Word` is plain_mutex_word, or checked_mutex_word, which notices
/// misuse. It is a part of the type's name, so a function that takes the one does not link with code that means the other.
/// Sources of the idea: mcfgthread for the spinners and the counter; labs 03 and 05 for the rest.
template <typename Word>
class basic_mutex {
public:
    constexpr basic_mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit basic_mutex(state_t state) noexcept : word_(state, "word") {}
    basic_mutex(basic_mutex const&) = delete;
    basic_mutex& operator=(basic_mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    [[clang::acquire_capability]] void lock() noexcept {
        if (!take()) [[unlikely]]
            word_.wait_without_limit([this] { lock_slow(lab05::no_limit()); });
    }

    /// Takes the lock if it is free. Does not block.
    [[clang::try_acquire_capability(true)]] bool try_lock() noexcept {
        // relaxed: only saves the read-modify-write when there is no hope; nothing is read after.
        return (word_.load(std::memory_order_relaxed) & word::locked) == 0 && take();
    }

    /// As lock(), for at most `interval`, on a steady clock; zero or less does not block. By key, a called
    /// attempt also waits until its unlocker runs on. @return whether the lock was taken: false only after
    /// the interval is over; true may come after it, too.
    template <typename Rep, typename Period>
    [[clang::try_acquire_capability(true)]] bool
    try_lock_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return take() || lock_slow(lab05::for_at_most(interval));
    }

    /// As lock(), until the clock shows `deadline`. For the clocks see lab05::timed_mutex.
    template <typename Clock, typename Duration>
    [[clang::try_acquire_capability(true)]] bool
    try_lock_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return take() || lock_slow(lab05::until<Clock, Duration>(deadline));
    }

    /// As the two above, with a limit of the caller's own making.
    [[clang::try_acquire_capability(true)]] bool
    try_lock_with(sleep_limit auto const& limit) noexcept {
        return take() || lock_slow(limit);
    }

    /// Gives the lock up. Tells one spinner, or wakes one sleeper, or both. Only the owner may call
    /// it. By address it does not block, and a signal handler may call it. By key it blocks until that
    /// sleeper is in the kernel, even if the sleeper's time is up.
    [[clang::release_capability]] void unlock() noexcept {
        word_.check_unlocker();
        state_t state = word::locked;
        // release: U1, pairs with L1 and L2. If no thread waits, this is all.
        // relaxed: on failure the slow path begins with what was found.
        if (!word_.compare_exchange_strong(state, 0, std::memory_order_release, // U1
                                           std::memory_order_relaxed)) [[unlikely]]
            unlock_slow(state);
    }

    /// The state word, for tests and for the lesson: it may be old when the caller looks at it.
    state_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

    /// For recursive_mutex.hpp.
    void check_recursive_unlocker() const noexcept { word_.check_recursive_unlocker(); }

private:
    bool take() noexcept {
        // acquire: L1, pairs with U1 and U2; the last owner's writes are visible from here on.
        state_t const before = word_.fetch_or(word::locked, std::memory_order_acquire); // L1
        return word_.note_owner_if((before & word::locked) == 0);
    }

    /// @return false if the time was up: this thread is not counted, or saw an owner after its last change.
    // [lock_slow]
    bool lock_slow(sleep_limit auto const& limit) noexcept {
        word_.check_waiter();
        back_off patience;
        for (;;) {
            // relaxed: every decision below, except to leave, is confirmed by a compare-exchange.
            state_t state = word_.load(std::memory_order_relaxed);
            // If this fails, `state` now shows the thread that barged in. Wait for that owner.
            if ((state & word::locked) == 0 && take_after(state, patience)) return true;
            if ((state & word::locked) == 0) continue; // it failed without a reason
            // To leave is safe. `state` is not older than our last change of the word, nor than the
            // load in which spin() saw its bit gone. So a wake-up that was spent on this thread
            // came before `state`, and the owner that `state` shows unlocks later.
            if (limit.passed()) return false;
            if (!patience.is_over() && word::may_spin(state)) {
                spin(state, patience);
            } else if (watched_sleep const watched(&word_); count_in(state, patience)) {
                if (!word::waiting::sleep(word_, limit)) return false;
                patience = {}; // called: spinning is worth another try
            }
        }
    }
    // [/lock_slow]

    /// Takes the lock if the word still is `state`. On failure `state` is the newer word, or as it was.
    bool take_after(state_t& state, back_off const& patience) noexcept {
        state_t const next = patience.begun() ? word::spin_paid(state) : state;
        // acquire: L2, pairs with U1 and U2.
        // relaxed: on failure nothing was taken.
        return word_.note_owner_if(word_.compare_exchange_weak(state, next | word::locked,
                                                               std::memory_order_acquire, // L2
                                                               std::memory_order_relaxed));
    }

    /// Waits for one burst. After the bursts: takes a spinner's bit, waits to be told, and gives the bit back.
    /// **lock_slow() looks at the word only after that**: an unlocker may have spent its wake-up on the bit.
    // [spin]
    void spin(state_t state, back_off& patience) noexcept {
        if (patience.in_bursts()) return patience.pass_time(); // no bit: unlock() stays fast
        state_t const bit = word::free_spinner(state);
        // relaxed: passes no data. The comparison checks that the lock is still taken.
        if (!word_.compare_exchange_weak(state, state | bit, std::memory_order_relaxed,
                                         std::memory_order_relaxed))
            return;
        spin_seat& seat = seat_of(&word_, word::number_of(bit));
        while (!patience.is_over()) {
            patience.pass_time();
            // relaxed: a hint; what it hints at is read from the word.
            if (seat.load(std::memory_order_relaxed) == 0) continue;
            // relaxed: as above.
            seat.store(0, std::memory_order_relaxed);
            break;
        }
        // relaxed: this load is not older than our own exchange. If the bit is gone, it was cleared for us. If a
        // newer spinner has set it again, we clear that spinner's bit: it looks when its patience is over.
        if ((word_.load(std::memory_order_relaxed) & bit) != 0)
            // relaxed: passes no data.
            word_.fetch_and(~bit, std::memory_order_relaxed);
    }
    // [/spin]

    /// Counts this thread as a sleeper if the word still is `state`, in which the lock is taken.
    bool count_in(state_t state, back_off const& patience) noexcept {
        if (!word::waiting::may_count_in(state)) return word::waiting::yield_instead();
        state_t const next = patience.begun() ? word::spin_failed(state) : state;
        // relaxed: no data is passed here. The comparison checks that the lock is still taken: the
        // owner that clears the bit later sees this sleeper in the same step.
        return word_.compare_exchange_weak(state, next + word::waiting::one,
                                           std::memory_order_relaxed, std::memory_order_relaxed);
    }

    // [unlock_slow]
    void unlock_slow(state_t state) noexcept {
        state_t next = 0;
        do {
            next = word::unlocked(state);
            // release: U2, pairs with L1 and L2. One step clears the bit and chooses the thread to wake.
            // relaxed: on failure `state` is the newer one, and the choice is made again.
        } while (!word_.compare_exchange_weak(state, next, std::memory_order_release, // U2
                                              std::memory_order_relaxed));
        // From here on the object may be gone: only its address is used.
        if (state_t const told = (state ^ next) & word::all_spinners; told != 0) {
            // relaxed: a hint; see spin().
            seat_of(&word_, word::number_of(told)).store(1, std::memory_order_relaxed);
        }
        if (word::has_called(state, next)) word::waiting::wake(&word_);
    }
    // [/unlock_slow]

    Word word_{0, "word"};
};

using mutex = basic_mutex<lock_word>;
using timed_mutex = mutex;
static_assert(timed_lockable<mutex>);

} // namespace kev::lab08
