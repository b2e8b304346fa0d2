/// @file
/// Step 3: the mutex for use. It spins for a while, unless that has been in vain too often.
#pragma once

#include <bit>
#include <chrono>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/sleep.hpp>
#include <kev/lab08/spin.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// The state word of the mutex, and the rules by which it changes.
///
/// | bits | name | what sets it | what clears it |
/// |---|---|---|---|
/// | 0 | `locked` | the thread that locks | the owner, in unlock() |
/// | 1-4 | spinners, a bit each | a spinner, only while `locked` is set | the unlocker that notifies this spinner; or a spinner that stops (see below) |
/// | 5-8 | failures: spins in vain, 0 to 15 | a spinner that goes to sleep: +1, from the threshold at once to 15 | a thread that paused or spun and gets the lock, or an unlocker that sees no thread wait: -1 |
/// | 9-15 | passed over: unlocks in a row that selected no sleeper although a thread slept, 0 to 127 | such an unlock: +1, up to its bound | an unlock that selects a sleeper, or sees none: to 0 |
/// | 16-31 | not used | | |
/// | 32-39 | called: sleepers that were selected and have not continued yet | the unlocker that selects a sleeper: +1 | a sleeper that continues, before it tries again: -1 |
/// | 40-63 | sleeping: threads that sleep, or are about to, and were not selected | such a thread: +1, only while `locked` is set | the unlocker that selects one: -1; a sleeper whose time is up: -1 |
///
/// A sleeper compares the upper half, which changes seldom. So the many changes of the lower half do not keep it from falling asleep.
///
/// A spinner that gives up clears its bit, and then looks at the word again. If it was notified meanwhile, a newer spinner may
/// have the bit: then it clears that spinner's bit by mistake. The newer spinner loses the hint, and looks when its patience
/// is over.
namespace mutex_bits {

inline constexpr state_t locked = 1;
inline constexpr state_t first_spinner = 1 << 1;
inline constexpr state_t all_spinners = 15 * first_spinner;
inline constexpr state_t one_failure = 1 << 5;
inline constexpr state_t all_failures = 15 * one_failure;
/// With so many failures no thread begins to spin.
inline constexpr state_t too_many_failures = 8;
inline constexpr state_t one_passed_over = 1 << 9;
inline constexpr state_t all_passed_over = 127 * one_passed_over;
/// While a selected thread is on its way and no thread spins: how many unlocks in a row may select no sleeper.
inline constexpr state_t most_behind_a_call = 15;
/// While a thread spins: how many unlocks in a row may select no sleeper.
inline constexpr state_t most_behind_a_spinner = 127;
using counts = sleeper_count<state_t{1} << 40, state_t{1} << 32>;

constexpr bool is_free(state_t state) noexcept {
    return (state & locked) == 0;
}

constexpr state_t failures(state_t state) noexcept {
    return (state & all_failures) / one_failure;
}

/// Whether a thread that finds the lock taken should spin before it sleeps.
constexpr bool may_spin(state_t state) noexcept {
    return failures(state) < too_many_failures && (state & all_spinners) != all_spinners;
}

/// The lowest spinner's bit that is free; 0 if all are taken.
constexpr state_t free_spinner(state_t state) noexcept {
    state_t const free = ~state & all_spinners;
    return free & (~free + 1);
}

/// The lowest spinner's bit that is taken; 0 if no thread spins.
constexpr state_t next_spinner(state_t state) noexcept {
    state_t const spinning = state & all_spinners;
    return spinning & (~spinning + 1);
}

/// From 0: which of the spinners has this bit.
constexpr unsigned number_of(state_t spinner) noexcept {
    return static_cast<unsigned>(std::countr_zero(spinner / first_spinner));
}

/// A spin has led to the lock, or no thread waits: one failure less.
constexpr state_t spin_paid(state_t state) noexcept {
    return failures(state) > 0 ? state - one_failure : state;
}

/// A spin was in vain. The failure that reaches the threshold raises the count to its maximum. So threads spin again only
/// after some quiet moments, and the count does not waver about the threshold.
constexpr state_t spin_failed(state_t state) noexcept {
    return failures(state) + 1 >= too_many_failures ? state | all_failures : state + one_failure;
}

/// How many unlocks in a row selected no sleeper although a thread slept.
constexpr state_t passed_over(state_t state) noexcept {
    return (state & all_passed_over) / one_passed_over;
}

/// Whether another thread will try to lock: a spinner, or a sleeper that was selected and may not be awake yet. Then an
/// unlock need not select a sleeper.
constexpr bool another_comes(state_t state) noexcept {
    return (state & all_spinners) != 0 || counts::called(state) != 0;
}

/// Whether sleepers were passed over as often as may be. Without this bound, one selected thread that does not run would keep
/// all other sleepers asleep, and so would a chain of spinners.
constexpr bool must_call(state_t state) noexcept {
    return passed_over(state) >=
           ((state & all_spinners) != 0 ? most_behind_a_spinner : most_behind_a_call);
}

/// The lock is given up. A spinner is notified, if any spins. A sleeper is selected, if no other thread comes, or if sleepers
/// were passed over too often.
// [unlocked]
constexpr state_t unlocked(state_t state) noexcept {
    state_t const free = state - locked - next_spinner(state);
    if (counts::sleeping(state) == 0) {
        state_t const none_passed_over = free & ~all_passed_over;
        // If no thread waits at all, this is a quiet moment.
        return another_comes(state) ? none_passed_over : spin_paid(none_passed_over);
    }
    if (another_comes(state) && !must_call(state)) return free + one_passed_over;
    if (!counts::has_room(state)) return free; // so many selected threads have not continued yet
    return counts::call_one(free & ~all_passed_over);
}
// [/unlocked]

/// Whether the step from `state` to unlocked(state) has selected a sleeper.
constexpr bool has_called(state_t state, state_t next) noexcept {
    return counts::called(next) != counts::called(state);
}

} // namespace mutex_bits

class [[clang::capability("mutex")]] mutex; // declared first: clang wants the attribute here

/// A mutex of eight bytes, with time limits. Meets TimedLockable. Constant-initialized (all bits zero), trivially
/// destructible, needs no handle and cannot fail. Not recursive, and not fair. With pointers of 32 bits an uncontended pair
/// takes three times the instructions (docs/adr/0020).
///
/// A thread that finds the lock taken pauses and looks again, three times. Then it takes one of four spinner's bits, yields
/// its processor up to seven times, and polls a byte in a table instead of the word. If that was in vain, it sleeps. If four
/// threads spin already, or if spinning has failed often, it sleeps at once. While threads sleep, a bounded number of unlocks
/// may pass before one of them is selected. The wait of one particular sleeper has no bound.
///
/// unlock() changes the word once and does not touch the object afterwards. So the next owner may destroy it if no other
/// thread is in a call of it: for example, the last user of an object that holds this mutex.
///
/// Sources of the idea: mcfgthread for the spinners and the counter; labs 03 and 05 for the rest.
class mutex {
public:
    constexpr mutex() noexcept = default;
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
        return mutex_bits::is_free(word_.load(std::memory_order_relaxed)) && take();
    }

    /// As lock(), for at most `interval`, on a steady clock; zero or less does not block. @return whether the lock was
    /// taken: false only after the interval is over; true may come after it, too.
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

    /// Gives the lock up. Notifies one spinner, selects and wakes one sleeper, does both, or neither. Only the owner may call
    /// it. Does not block; a signal handler may call it.
    [[clang::release_capability]] void unlock() noexcept {
        state_t state = mutex_bits::locked;
        // release: U1, pairs with L1 and L2. If the word is `locked` alone, this is all.
        // relaxed: on failure the slow path begins with what was found.
        if (!word_.compare_exchange_strong(state, 0, std::memory_order_release, // U1
                                           std::memory_order_relaxed)) [[unlikely]]
            unlock_slow(state);
    }

private:
    friend struct testing_access; // the tests'

    bool take() noexcept {
        // acquire: L1, pairs with U1 and U2; the last owner's writes are visible from here on.
        state_t const before = word_.fetch_or(mutex_bits::locked, std::memory_order_acquire); // L1
        return mutex_bits::is_free(before);
    }

    /// @return false if the time was up. Then no wake-up depends on this thread.
    // [lock_slow]
    bool lock_slow(lab05::sleep_limit auto const& limit) noexcept {
        spin_budget patience;
        for (;;) {
            // relaxed: a compare-exchange confirms every decision below that changes the word. To
            // leave is safe without it (see there), and a burst of pauses decides nothing.
            state_t state = word_.load(std::memory_order_relaxed);
            if (mutex_bits::is_free(state)) {
                if (take_after(state, patience)) return true;
                if (mutex_bits::is_free(state)) continue; // the word has changed, and is still free
                // Another thread barged in, and `state` shows it. Wait for that owner, or leave: an
                // attempt must end although others are always faster.
            }
            // To leave is safe. `state` is not older than our last change of the word, nor than the
            // load in which spin() saw its bit gone. So a wake-up that was spent on this thread
            // came before `state`, and the owner that `state` shows unlocks later.
            if (limit.passed()) return false;
            if (!patience.is_over() && mutex_bits::may_spin(state)) {
                spin(state, patience);
            } else if (count_in(state, patience)) {
                if (!lab08::sleep_until_called<mutex_bits::counts>(word_, limit)) return false;
                patience = {}; // selected: spinning is worth another try
            }
        }
    }
    // [/lock_slow]

    /// Takes the lock if the word still is `state`. On failure `state` is the newer word, or as it was.
    bool take_after(state_t& state, spin_budget const& patience) noexcept {
        state_t const next = patience.begun() ? mutex_bits::spin_paid(state) : state;
        // acquire: L2, pairs with U1 and U2.
        // relaxed: on failure nothing was taken.
        return word_.compare_exchange_weak(state, next | mutex_bits::locked,
                                           std::memory_order_acquire, // L2
                                           std::memory_order_relaxed);
    }

    /// Waits for one burst. After the bursts: sets a spinner's bit, waits to be notified, and clears the bit.
    /// **lock_slow() looks at the word only after that**: an unlocker may have spent its wake-up on the bit.
    // [spin]
    void spin(state_t state, spin_budget& patience) noexcept {
        if (patience.in_bursts()) return patience.pass_time(); // no bit: unlock() stays fast
        state_t const bit = mutex_bits::free_spinner(state);
        // relaxed: passes no data. The comparison checks that the lock is still taken.
        if (!word_.compare_exchange_weak(state, state | bit, std::memory_order_relaxed,
                                         std::memory_order_relaxed))
            return;
        spin_seat& seat = seat_of(&word_, mutex_bits::number_of(bit));
        while (!patience.is_over()) {
            patience.pass_time();
            // relaxed: a hint; what it hints at is read from the word.
            if (seat.load(std::memory_order_relaxed) == 0) continue;
            // relaxed: only this thread waits for the hint.
            seat.store(0, std::memory_order_relaxed);
            break;
        }
        // relaxed: this load is not older than our own exchange. If the bit is gone, this look comes after that. If
        // a newer spinner has set it again, we clear that spinner's bit: it looks when its patience is over.
        if ((word_.load(std::memory_order_relaxed) & bit) != 0)
            // relaxed: passes no data.
            word_.fetch_and(~bit, std::memory_order_relaxed);
    }
    // [/spin]

    /// Counts this thread as a sleeper if the word still is `state`, in which the lock is taken.
    bool count_in(state_t state, spin_budget const& patience) noexcept {
        state_t const next = patience.begun() ? mutex_bits::spin_failed(state) : state;
        // relaxed: no data is passed here. The comparison checks that the lock is still taken: the
        // owner that clears the bit later sees this sleeper in the same step.
        return word_.compare_exchange_weak(state, next + mutex_bits::counts::one_sleeper,
                                           std::memory_order_relaxed, std::memory_order_relaxed);
    }

    // [unlock_slow]
    void unlock_slow(state_t state) noexcept {
        state_t next = 0;
        do {
            next = mutex_bits::unlocked(state);
            // release: U2, pairs with L1 and L2. One step clears the bit and chooses the thread to wake.
            // relaxed: on failure `state` is the newer one, and the choice is made again.
        } while (!word_.compare_exchange_weak(state, next, std::memory_order_release, // U2
                                              std::memory_order_relaxed));
        // From here on the object may be gone: only its address is used.
        if (state_t const told = (state ^ next) & mutex_bits::all_spinners; told != 0) {
            // relaxed: a hint; see spin().
            seat_of(&word_, mutex_bits::number_of(told)).store(1, std::memory_order_relaxed);
        }
        if (mutex_bits::has_called(state, next))
            lab08::wake(&word_, mutex_bits::counts::compared, 1);
    }
    // [/unlock_slow]

    atomic_state word_{0, "word"};
};

} // namespace kev::lab08
