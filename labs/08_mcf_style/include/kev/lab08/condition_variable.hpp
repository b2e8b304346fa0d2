/// @file
/// The condition variable for use: each waiter has a position, and a slot to sleep in.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <limits>

#include <kev/lab04/basic_lockable.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/sleep.hpp>
#include <kev/lab08/wait_slots.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// The state word of the condition variable: which positions wait for a notification.
///
/// Each waiter has a *position*: the positions of a condition variable are numbered in the order in which
/// its waiters begin. A position is *pending* until a notification takes it.
///
/// | bits | name | what changes it |
/// |---|---|---|
/// | 0-49 | first: the oldest pending position, modulo 2^50 | a notifier that takes *n* positions: +*n* |
/// | 50-63 | pending: how many positions are pending | a waiter that begins: +1; a notifier that takes *n* positions: -*n* |
///
/// Both numbers change in one step, and the end of the pending positions never goes back. So the word
/// never has a value twice (before 2^50 waits), and a compare-exchange that succeeds has seen the newest
/// state. A waiter whose time is up leaves its position pending: the notifiers see from its slot that it
/// has left (wait_slots.hpp).
namespace condition_bits {

inline constexpr state_t one_pending = state_t{1} << 50;
inline constexpr state_t all_positions = one_pending - 1;
/// So many positions can be pending at once.
inline constexpr state_t most_pending = ~state_t{0} / one_pending;

/// How many positions are pending, of a state.
constexpr state_t pending(state_t state) noexcept {
    return state / one_pending;
}

/// The pending position that is so many behind the oldest.
constexpr state_t position(state_t state, state_t behind_first) noexcept {
    return (state + behind_first) & all_positions;
}

/// The position of the next waiter that begins.
constexpr state_t next_position(state_t state) noexcept {
    return position(state, pending(state));
}

/// A waiter begins. There is room.
constexpr state_t with_a_waiter(state_t state) noexcept {
    return state + one_pending;
}

/// A notifier takes the oldest `count` positions. So many are pending.
constexpr state_t without_oldest(state_t state, state_t count) noexcept {
    return (pending(state) - count) * one_pending + position(state, count);
}

} // namespace condition_bits

/// Eight bytes, constant-initialized (all bits zero), trivially destructible, needs no handle
/// and cannot fail. Waits with any BasicLockable: a std::unique_lock of mutex.hpp, or another lock.
///
/// A notification goes to the oldest waiter, and never to a waiter that begins after it. So the promise is the standard's,
/// also for notifications that are made without the lock. A wait may end for no reason, but only when number_of_wait_slots()
/// positions are pending (8,192, nearly all of them left by waiters whose time was up), or when the process has about as many
/// waiters. So wait for a condition, as always.
///
/// **Destruction.** The object may be destroyed once each of its waiters has been notified, or has left because its time was
/// up. A woken waiter may destroy it while the notifier still wakes others: a waiter uses the object only before it gives the
/// lock up, and then its slot, in a static table. A notifier uses the object only until it has taken positions, and then their
/// slots. This is the standard's promise. No promise covers a second notifier that is still in its call.
///
/// **With time limits the object must live until every call of a notification has returned.** A waiter whose time is up may
/// leave while a notifier still reads the word, or looks in the object for the next waiter.
///
/// On Windows all modules of a process use one table. Elsewhere each module (a program or a shared library) has its own, so
/// waiters and notifiers of one object must be linked into one module.
class condition_variable {
public:
    constexpr condition_variable() noexcept = default;
    condition_variable(condition_variable const&) = delete;
    condition_variable& operator=(condition_variable const&) = delete;

    /// Gives the lock up, waits to be notified, takes the lock again. Blocks. The lock is given up once: a
    /// recursive mutex that was taken more often stays owned, and the notifier cannot take it.
    template <lab04::basic_lockable Lock>
    void wait(Lock& lock) noexcept {
        wait_with(lock, lab05::no_limit());
    }
    /// Waits until `holds()`, which is called with the lock owned.
    template <lab04::basic_lockable Lock, typename Predicate>
    void wait(Lock& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }

    /// As wait(), until the clock shows `deadline`; for the clocks see lab05::timed_mutex. A thread that is
    /// notified in the last moment says no_timeout, and no notification is lost.
    template <lab04::basic_lockable Lock, typename Clock, typename Duration>
    std::cv_status wait_until(Lock& lock,
                              std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return wait_with(lock, lab05::until<Clock, Duration>(deadline));
    }
    /// As wait(), for at most `interval`, on a steady clock.
    template <lab04::basic_lockable Lock, typename Rep, typename Period>
    std::cv_status wait_for(Lock& lock, std::chrono::duration<Rep, Period> interval) noexcept {
        return wait_with(lock, lab05::for_at_most(interval));
    }
    /// Waits until `holds()` or the clock shows `deadline`. @return what `holds()` said last.
    template <lab04::basic_lockable Lock, typename Clock, typename Duration, typename Predicate>
    bool wait_until(Lock& lock, std::chrono::time_point<Clock, Duration> deadline,
                    Predicate holds) {
        return wait_with(lock, lab05::until<Clock, Duration>(deadline), holds);
    }
    /// Waits until `holds()`, for at most `interval`. @return what `holds()` said last.
    template <lab04::basic_lockable Lock, typename Rep, typename Period, typename Predicate>
    bool wait_for(Lock& lock, std::chrono::duration<Rep, Period> interval, Predicate holds) {
        return wait_with(lock, lab05::for_at_most(interval), holds);
    }

    /// Wakes the oldest waiter, if any thread waits. Does not block; a signal handler may call it.
    void notify_one() noexcept { notify_some(1); }

    /// Wakes so many of the oldest waiters, or all if fewer wait. Does not block.
    void notify_some(std::size_t count) noexcept {
        // acquire: CV2, pairs with CV1: the slots show who has begun.
        state_t const state = word_.load(std::memory_order_acquire); // CV2
        if (condition_bits::pending(state) != 0) [[unlikely]]
            notify_waiters(state, count);
    }

    /// Wakes all that wait now. Does not block.
    void notify_all() noexcept { notify_some((std::numeric_limits<std::size_t>::max)()); }

private:
    friend struct testing_access; // the tests'
    friend struct stop_waits;     // the library's waits with a stop token

    static constexpr int most_tries = 32; // to take a slot, before a wait ends for no reason

    /// As notify_some(), with the state that it has read.
    void notify_waiters(state_t state, std::size_t count) noexcept {
        while (count != 0 && condition_bits::pending(state) != 0) {
            state_t const taken = up_to_oldest(state, count);
            // acquire: CV2; on failure `state` is the newer one, and needs the order. On success the load has it
            // already, and the exchange needs no more.
            if (!word_.compare_exchange_weak(state, condition_bits::without_oldest(state, taken),
                                             std::memory_order_acquire,
                                             std::memory_order_acquire)) // CV2
                continue;
            count = notify_oldest(state, taken, count);
            // A waiter that begins only now is not waited for.
            if (count == 0 || taken == condition_bits::pending(state)) return;
            // The time of a waiter was up in between, so its notification is for the next. acquire: CV2.
            state = word_.load(std::memory_order_acquire); // CV2
        }
    }

    std::cv_status wait_with(auto& lock, lab05::sleep_limit auto const& limit) noexcept {
        return wait_by(lock, [&limit, this](wait_place place) { return place.sleep(limit, this); });
    }
    bool wait_with(auto& lock, lab05::sleep_limit auto const& limit, auto& holds) {
        while (!holds())
            if (wait_with(lock, limit) == std::cv_status::timeout) return holds();
        return true;
    }

    /// Waits. sleep(place) sleeps, gives the place back, and says whether it was notified.
    [[clang::no_thread_safety_analysis]] std::cv_status wait_by(auto& lock,
                                                                auto const& sleep) noexcept {
        wait_place const place = begin();
        lock.unlock();
        // Below this line the object may be gone.
        bool const notified = sleep(place);
        lock.lock();
        return notified ? std::cv_status::no_timeout : std::cv_status::timeout;
    }

    /// Gives the calling thread a position, and the slot of this position. @return no place if the table of
    /// slots is full. The caller's lock keeps other waiters out, unless it is a shared lock.
    // [begin]
    wait_place begin() noexcept {
        for (int tries = 0; tries < most_tries; ++tries) {
            // relaxed: an exchange confirms what is decided here.
            state_t const state = word_.load(std::memory_order_relaxed);
            if (condition_bits::pending(state) >= number_of_wait_slots()) {
                notify_one(); // for no reason: the next position would have the oldest waiter's slot
                continue;
            }
            wait_place const place = place_of(this, condition_bits::next_position(state));
            bool const taken = place.take();
            // If the slot is another owner's, notifiers will pass over the position.
            bool const made_pending = make_pending(state);
            if (taken && made_pending) return place;
            // Another reader was faster. A notification that came here is for a waiter.
            if (taken && !place.give_back()) notify_one();
        }
        return {};
    }
    // [/begin]

    /// Makes the next position of `state` pending. @return false if another thread has done so.
    bool make_pending(state_t state) noexcept {
        state_t const position = condition_bits::next_position(state);
        while (condition_bits::next_position(state) == position) {
            // release: CV1, pairs with CV2: a notifier that sees the position pending sees the slot taken.
            // relaxed: on failure `state` is the newer one, and only its position counts.
            if (word_.compare_exchange_weak(state, condition_bits::with_a_waiter(state),
                                            std::memory_order_release, // CV1
                                            std::memory_order_relaxed))
                return true;
        }
        return false;
    }

    /// How many positions, from the oldest on, have so many waiters. All that are pending, if they have no more.
    state_t up_to_oldest(state_t state, std::size_t count) const noexcept {
        state_t const pending = condition_bits::pending(state);
        if (count >= pending) return pending;
        state_t positions = 0;
        for (; positions < pending && count != 0; ++positions)
            if (place_of(this, condition_bits::position(state, positions)).has_waiter()) --count;
        return positions;
    }

    /// Notifies the waiters of so many positions, which were taken from `state`. From the first notification on the
    /// object may be gone: only its address is used. @return how many of `count` notifications found no waiter.
    std::size_t notify_oldest(state_t state, state_t taken, std::size_t count) const noexcept {
        wake_batch wakes;
        for (state_t i = 0; i < taken; ++i)
            // A reader that lost the race for its position (begin()) may be one waiter more, which passes its own on.
            if (place_of(this, condition_bits::position(state, i)).notify(wakes) && count != 0)
                --count;
        return count;
    }

    atomic_state word_{0, "word"};
};

} // namespace kev::lab08
