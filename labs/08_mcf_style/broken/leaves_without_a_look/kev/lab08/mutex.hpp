/// @file
/// O5: mutex.hpp whose spinner leaves when its time is up, without another look. **It can hang.**
#pragma once

#include <chrono>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/back_off.hpp>
#include <kev/lab08/lockable.hpp>
#include <kev/lab08/mutex_word.hpp>
#include <kev/lab08/release.hpp>
#include <kev/lab08/spin_seats.hpp>
#include <kev/thread_safety.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

class [[clang::capability("mutex")]] mutex; // for -Wthread-safety: see thread_safety.hpp

/// A mutex of the size of a pointer, with time limits. Meets TimedLockable. Constant-initialised (all
/// bits zero), trivially destructible, needs no handle and cannot fail. Not recursive. Not fair: a
/// thread that comes by may take the lock before one that waits.
///
/// Whoever finds it taken spins, if there are fewer than four who do (a few more for a moment, if one that
/// was told gives back the bit of its successor) and if spinning has paid of late; each looks at a byte of
/// its own. Else, or after that, it sleeps. The word is in mutex_word.hpp.
///
/// unlock() makes one step and does not touch the object afterwards. So whoever owns the lock next may
/// destroy it: the last user of a counted object can hold the count's mutex inside of it.
///
/// Sources of the idea: mcfgthread for the spinners and the counter; lab 03 for the `waking` bit; lab
/// 05 for the time limits.
class mutex {
public:
    constexpr mutex() noexcept = default;
    /// Starts in the given state, for tests and for the lesson.
    constexpr explicit mutex(state_t state) noexcept : word_(state, "word") {}
    mutex(mutex const&) = delete;
    mutex& operator=(mutex const&) = delete;

    /// Takes the lock. Blocks until it is free.
    [[clang::acquire_capability]] void lock() noexcept {
        if (!take()) [[unlikely]]
            lock_slow(lab05::no_limit());
    }

    /// Takes the lock if it is free. Does not block.
    [[clang::try_acquire_capability(true)]] bool try_lock() noexcept {
        // relaxed: only saves the read-modify-write when there is no hope; nothing is read after.
        return (word_.load(std::memory_order_relaxed) & word::locked) == 0 && take();
    }

    /// As lock(), for at most `interval`, on a clock that nobody sets; zero or less does not block.
    /// @return whether the lock was taken. False not before the interval is over; true also after it,
    /// if the lock came at the last moment.
    template <typename Rep, typename Period>
    [[clang::try_acquire_capability(true)]] bool
    try_lock_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return take() || lock_slow(lab05::for_at_most(interval));
    }

    /// As lock(), until the clock shows `deadline`; which clock means what, lab05::timed_mutex says.
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

    /// Gives the lock up and tells one spinner, or else wakes one sleeper, if there is any. Only the
    /// owner may call it. Blocks at most until that sleeper is in the kernel, be its time up or not.
    [[clang::release_capability]] void unlock() noexcept {
        state_t state = word::locked;
        // release: U1, pairs with L1 and L2. If nobody waits, this is all.
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

private:
    bool take() noexcept {
        // acquire: L1, pairs with U1 and U2; the last owner's writes are visible from here on.
        return (word_.fetch_or(word::locked, std::memory_order_acquire) & word::locked) == 0; // L1
    }

    /// @return false if the time was up: this thread is off the count, or has seen the lock owned since then.
    bool lock_slow(sleep_limit auto const& limit) noexcept {
        back_off patience;
        for (;;) {
            // relaxed: every decision below but one is confirmed by a compare-exchange of this word.
            state_t state = word_.load(std::memory_order_relaxed);
            // Who is beaten to it by one who comes by goes on with the `state` that shows this owner.
            if ((state & word::locked) == 0 && take_after(state, patience)) return true;
            if ((state & word::locked) == 0) continue; // failed, and nobody was faster
            // The one: to leave. This look is not older than the last state that we made, or in which
            // spin() saw our bit gone. So any wake-up spent on us was before it, and the owner that it
            // saw unlocks later.
            if (limit.passed()) return false;
            if (!patience.is_over() && word::may_spin(state)) {
                spin(state, patience);
                if (limit.passed()) return false; // the lock was taken a moment ago
            } else if (count_in(state, patience)) {
                if (!sleep(limit)) return false;
                patience = {}; // woken: worth another look around
            }
        }
    }

    /// @return false with the newer `state`, or without a reason.
    bool take_after(state_t& state, back_off const& patience) noexcept {
        state_t const next = patience.begun() ? word::spin_paid(state) : state;
        // acquire: L2, pairs with U1 and U2.
        // relaxed: on failure nothing was taken.
        return word_.compare_exchange_weak(state, next | word::locked, // L2
                                           std::memory_order_acquire, std::memory_order_relaxed);
    }

    /// Takes a spinner's bit, waits to be told, and gives the bit back.
    void spin(state_t state, back_off& patience) noexcept {
        state_t const bit = word::free_spinner(state);
        // relaxed: passes no data. That the lock is still taken is checked by the comparison itself.
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
        // relaxed: after our own exchange this reads the word of then or a newer one. If the bit is gone,
        // it was given back for us. If a newer spinner has it, that one is not told, and looks later.
        if ((word_.load(std::memory_order_relaxed) & bit) != 0)
            // relaxed: passes no data.
            word_.fetch_and(~bit, std::memory_order_relaxed);
    }

    /// Counts this thread in, unless the word is no longer `state`, in which the lock is taken.
    bool count_in(state_t state, back_off const& patience) noexcept {
        state_t const next = patience.begun() ? word::spin_failed(state) : state;
        // relaxed: no data is passed here. That the lock is still taken is checked by the comparison
        // itself: whoever then clears the bit sees this sleeper in the same step.
        return word_.compare_exchange_weak(state, next + word::waiting::one,
                                           std::memory_order_relaxed, std::memory_order_relaxed);
    }

    bool sleep(sleep_limit auto const& limit) noexcept {
        if (!word::waiting::sleep(word_, limit)) return false;
        // relaxed: it only lets the next unlocker wake somebody; the data comes with L1 or L2.
        word_.fetch_sub(word::waking, std::memory_order_relaxed);
        return true;
    }

    void unlock_slow(state_t state) noexcept {
        state_t next = 0;
        do {
            next = word::unlocked(state);
            // release: U2, pairs with L1 and L2. The bit and the choice of whom to wake go in one step.
            // relaxed: on failure `state` is the newer one, and the choice is made again.
        } while (!word_.compare_exchange_weak(state, next, std::memory_order_release, // U2
                                              std::memory_order_relaxed));
        // From here on the object may be gone: its address is used, and no more.
        if (state_t const told = (state ^ next) & word::all_spinners; told != 0) {
            // relaxed: a hint; see spin().
            seat_of(&word_, word::number_of(told)).store(1, std::memory_order_relaxed);
        } else if ((next & ~state & word::waking) != 0) {
            release(&word_);
        }
    }

    atomic_state word_{0, "word"};
};

using timed_mutex = mutex;

static_assert(timed_lockable<mutex>);

} // namespace kev::lab08
