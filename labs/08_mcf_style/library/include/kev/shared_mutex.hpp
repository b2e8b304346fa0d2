/// @file
/// `kev::shared_mutex`, a reader/writer lock of 64 bits with time limits; with KEV_CHECKED one that notices misuse.
#pragma once

#include <chrono>

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/sleep.hpp>
#include <kev/lab08/spin.hpp>
#include <kev/world.hpp>

namespace kev::inline v0_9 {

/// The state word of the reader/writer lock, and who is called in which state.
///
/// | bits | meaning | set and counted up by | cleared and counted down by |
/// |---|---|---|---|
/// | 0 | a call that no writer has taken yet | the thread that calls a writer | the sleeping writer that takes it |
/// | 1-15 | writers asleep, or about to be; no call was made for them | such a writer | the thread that calls one; a writer whose time is up |
/// | 16-31 | readers asleep, or about to be; no call was made for them | such a reader | the thread that admits them: all at once; a reader whose time is up |
/// | 32, `exclusive` | a writer is inside, or waits for the readers inside while no other thread may come in | that writer | that writer |
/// | 33, `waking` | a writer was called and will look at the word again | the thread that calls it | that writer |
/// | 34-48 | readers inside, also those that were admitted and still sleep | a reader; the thread that admits sleeping readers | each reader |
/// | 49-63 | calls that no reader has taken yet | the thread that admits them | a sleeping reader that takes a call |
///
/// Sleeping writers compare the lower half: writers that come and go change only the upper one, and do not
/// disturb their sleep. Sleeping readers compare the upper half: while they sleep it changes seldom.
namespace shared_bits {

using lab08::half;
using lab08::state_t;

inline constexpr state_t one_called_writer = 1;
inline constexpr state_t one_sleeping_writer = 1 << 1;
inline constexpr state_t one_sleeping_reader = 1 << 16;
inline constexpr state_t exclusive = state_t{1} << 32;
inline constexpr state_t waking = state_t{1} << 33;
inline constexpr state_t one_reader = state_t{1} << 34;
inline constexpr state_t one_called_reader = state_t{1} << 49;
/// Of each of the counts; of the sleeping readers together with the calls that none has taken.
inline constexpr state_t most = (1 << 15) - 1;

constexpr state_t sleeping_writers(state_t state) noexcept {
    return state / one_sleeping_writer & most;
}
constexpr state_t sleeping_readers(state_t state) noexcept {
    return state / one_sleeping_reader & 0xFFFF;
}
constexpr state_t readers(state_t state) noexcept {
    return state / one_reader & most;
}
constexpr state_t called_readers(state_t state) noexcept {
    return state / one_called_reader;
}

/// The writers' counts, for sleep_until_called().
struct writer_counts {
    static constexpr state_t one_sleeper = one_sleeping_writer;
    static constexpr state_t one_call = one_called_writer;
    static constexpr half compared = half::low;
    static constexpr state_t called(state_t state) noexcept { return state & one_call; }
};

/// The readers' counts.
struct reader_counts {
    static constexpr state_t one_sleeper = one_sleeping_reader;
    static constexpr state_t one_call = one_called_reader;
    static constexpr half compared = half::high;
    static constexpr state_t called(state_t state) noexcept { return called_readers(state); }
};

constexpr bool nobody_sleeps(state_t state) noexcept {
    return sleeping_writers(state) == 0 && sleeping_readers(state) == 0;
}

/// Whether one more writer may count itself in as a sleeper.
constexpr bool has_room_for_writer(state_t state) noexcept {
    return sleeping_writers(state) < most;
}
/// Whether one more reader may count itself in as a sleeper. Admitting moves sleepers to the calls, so both
/// counts together must fit, and so must the readers that will be inside.
constexpr bool has_room_for_reader(state_t state) noexcept {
    return sleeping_readers(state) + called_readers(state) < most &&
           sleeping_readers(state) + readers(state) < most;
}

/// Whether a writer may go in: no thread is inside.
constexpr bool admits_writer(state_t state) noexcept {
    return (state & exclusive) == 0 && readers(state) == 0;
}
/// Whether a reader may go in: no writer is inside or waits for the readers inside, none sleeps, none was called. So
/// readers that come and go cannot keep a writer out forever.
constexpr bool admits_reader(state_t state) noexcept {
    return (state & (exclusive | waking)) == 0 && sleeping_writers(state) == 0 &&
           readers(state) < most;
}

/// A new state, and the calls that the step to it has made: its maker has to wake so many.
struct step {
    state_t state = 0;
    state_t readers = 0; ///< how many sleeping readers are let in
    state_t writers = 0; ///< 1 if a sleeping writer was called
};

/// Lets all sleeping readers in. They are counted inside while they still sleep: no writer can come between.
constexpr step admit_readers(state_t state) noexcept {
    state_t const count = sleeping_readers(state);
    return {state - count * one_sleeping_reader + count * (one_reader + one_called_reader), count,
            0};
}

/// Calls the threads that can go on in this state, if any. **Every state that a thread leaves in the word went through
/// this**: each thread that could go on has been called, or a thread that is awake will come to it.
constexpr step call_next(state_t state) noexcept {
    if (nobody_sleeps(state)) return {state}; // which is nearly always so
    if ((state & (exclusive | waking)) != 0)
        return {state}; // the writer inside, or the called writer, will see to it
    if (sleeping_writers(state) == 0) return admit_readers(state);
    if (readers(state) == 0)
        return {state - one_sleeping_writer + waking + one_called_writer, 0, 1};
    return {state}; // the last reader will see to it
}

/// The writer leaves. Readers that have slept through its turn go first, though writers sleep, too: so
/// neither kind keeps the other out.
constexpr step after_writer(state_t state) noexcept {
    state_t const left = state - exclusive;
    if (nobody_sleeps(left)) return {left};
    return sleeping_readers(left) != 0 ? admit_readers(left) : call_next(left);
}

} // namespace shared_bits

/// The lock that checks nothing, whatever the build.
namespace plain {

class [[clang::capability("mutex")]] shared_mutex; // clang wants the attribute before the class

/// A reader/writer lock, 64 bits in size; names and meaning as std::shared_timed_mutex, of which
/// std::shared_mutex is a part. All bits zero: free. Constant-initialized, trivially destructible, not
/// recursive (a reader that reads again may hang behind a waiting writer), cannot fail.
///
/// A thread spins for a while before it sleeps (spin.hpp). The word has room for 32,767 readers inside, and
/// for as many sleepers of each kind. A thread for which there is no room yields its processor and tries again.
///
/// Order: a writer that finds only readers inside keeps all newcomers out, also if it is stopped meanwhile. A writer that
/// sleeps keeps new readers out. A writer that leaves lets in all readers that wait. The last of these readers wakes one
/// writer. A new writer may take a free lock before the writer that was woken; a new reader may not, unless the woken
/// writer has spun in vain.
///
/// Writers sleep on the lower half of the word and readers on the upper half. So a call for a writer never
/// reaches a reader, and a call for readers never reaches a writer.
class shared_mutex {
    using state_t = lab08::state_t;
    using step = shared_bits::step;

public:
    constexpr shared_mutex() noexcept = default;
    shared_mutex(shared_mutex const&) = delete;
    shared_mutex& operator=(shared_mutex const&) = delete;

    /// Takes the lock alone. Blocks until no other thread is inside.
    [[clang::acquire_capability]] void lock() noexcept {
        if (!take_free()) lock_slow(lab05::no_limit());
    }

    /// Takes the lock alone if no thread is inside. Does not block.
    [[clang::try_acquire_capability(true)]] bool try_lock() noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        while (shared_bits::admits_writer(state)) {
            // acquire: SH1, pairs with SH3. relaxed: a failure only brings the newer word.
            if (word_.compare_exchange_weak(state, state | shared_bits::exclusive,
                                            std::memory_order_acquire,
                                            std::memory_order_relaxed)) // SH1
                return true;
        }
        return false;
    }

    /// As lock(), for at most `interval` on a steady clock. @return whether the lock was taken.
    template <typename Rep, typename Period>
    [[clang::try_acquire_capability(true)]] bool
    try_lock_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return take_free() || lock_slow(lab05::for_at_most(interval));
    }

    /// As lock(), until the clock shows `deadline`.
    template <typename Clock, typename Duration>
    [[clang::try_acquire_capability(true)]] bool
    try_lock_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return take_free() || lock_slow(lab05::until<Clock, Duration>(deadline));
    }

    /// The writer leaves. Does not block.
    [[clang::release_capability]] void unlock() noexcept {
        state_t state = shared_bits::exclusive;
        // release: SH3, pairs with SH1 and SH2. If this writer is alone, this is all. A load before it would wait for the
        // exchange of lock(). relaxed: a failure is looked at again.
        if (!word_.compare_exchange_strong(state, 0, std::memory_order_release, // SH3
                                           std::memory_order_relaxed))
            leave_with(shared_bits::after_writer);
    }

    /// Takes the lock together with other readers. Blocks while a writer is inside or waits.
    [[clang::acquire_shared_capability]] void lock_shared() noexcept {
        if (!try_lock_shared()) lock_shared_slow(lab05::no_limit());
    }

    /// As lock_shared(), if it need not wait. Does not block.
    [[clang::try_acquire_shared_capability(true)]] bool try_lock_shared() noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        while (shared_bits::admits_reader(state)) {
            // acquire: SH2, pairs with SH3. relaxed: a failure only brings the newer word.
            if (word_.compare_exchange_weak(state, state + shared_bits::one_reader,
                                            std::memory_order_acquire,
                                            std::memory_order_relaxed)) // SH2
                return true;
        }
        return false;
    }

    /// As lock_shared(), for at most `interval` on a steady clock.
    template <typename Rep, typename Period>
    [[clang::try_acquire_shared_capability(true)]] bool
    try_lock_shared_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return try_lock_shared() || lock_shared_slow(lab05::for_at_most(interval));
    }

    /// As lock_shared(), until the clock shows `deadline`.
    template <typename Clock, typename Duration>
    [[clang::try_acquire_shared_capability(true)]] bool
    try_lock_shared_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return try_lock_shared() || lock_shared_slow(lab05::until<Clock, Duration>(deadline));
    }

    /// A reader leaves; the last one wakes those that wait. Does not block.
    [[clang::release_shared_capability]] void unlock_shared() noexcept {
        leave_with(
            [](state_t state) { return shared_bits::call_next(state - shared_bits::one_reader); });
    }

private:
    friend struct lab08::testing_access; // the tests'

    bool take_free() noexcept {
        state_t free = 0;
        // acquire: SH1, pairs with SH3. relaxed: a failure is looked at again.
        return word_.compare_exchange_strong(free, shared_bits::exclusive,
                                             std::memory_order_acquire, // SH1
                                             std::memory_order_relaxed);
    }

    /// A writer spins for a while, then sleeps until it is called, and then tries again: the lock is not handed
    /// over. @return false if the time was up while other threads were inside.
    bool lock_slow(lab05::sleep_limit auto const& limit) noexcept {
        // The bit that this thread has to clear: `waking` if it was called, `exclusive` if it has claimed the lock.
        state_t mine = 0;
        lab08::spin_budget patience;
        for (;;) {
            // acquire: SH1, pairs with SH3, if the lock is claimed and the readers have left. An exchange confirms every
            // other decision below, but for leaving without a duty.
            state_t state = word_.load(std::memory_order_acquire); // SH1
            if (mine == shared_bits::exclusive) {
                if (shared_bits::readers(state) == 0) return true;
            } else if (shared_bits::admits_writer(state)) {
                if (claim(state, mine)) return true;
                if (shared_bits::admits_writer(state)) continue; // it failed without a reason
            }
            if (limit.passed()) {
                // Without this writer a step may be due.
                if (mine == 0 || apply_and_wake(state, shared_bits::call_next(state - mine)))
                    return false;
            } else if ((state & shared_bits::exclusive) == 0) {
                if (!claim(state, mine)) continue;
                mine = shared_bits::exclusive;
                patience = {}; // no reader comes in any more, so it is not for long
            } else if (!patience.is_over()) {
                if (mine == shared_bits::waking && !patience.in_bursts()) {
                    // It is about to yield. While it does not run, the writer inside may call another one.
                    // relaxed: passes no data.
                    if (!word_.compare_exchange_weak(state, state - mine, std::memory_order_relaxed,
                                                     std::memory_order_relaxed))
                        continue;
                    mine = 0;
                }
                patience.pass_time();
            } else if (!shared_bits::has_room_for_writer(state)) {
                kev::yield();
            } else {
                // relaxed: the comparison checks that other threads are inside: they will see this sleeper.
                if (!word_.compare_exchange_weak(
                        state, state - mine + shared_bits::one_sleeping_writer,
                        std::memory_order_relaxed, std::memory_order_relaxed))
                    continue;
                if (!lab08::sleep_until_called<shared_bits::writer_counts>(
                        word_, limit, [this] { return writer_leaves(); }))
                    return false;
                mine = shared_bits::waking;
                patience = {}; // called: spinning is worth another try
            }
        }
    }

    /// Takes the lock alone, or claims it while readers are inside: then no other thread comes in, and this writer waits
    /// until they have left. parking_lot's writer does the same. `state` has no writer; after a failure it is the newer word.
    bool claim(state_t& state, state_t mine) noexcept {
        // acquire: SH1, pairs with SH3, if no reader is inside.
        // relaxed: a failure only brings the newer word.
        return word_.compare_exchange_weak(state, (state - mine) | shared_bits::exclusive,
                                           std::memory_order_acquire, // SH1
                                           std::memory_order_relaxed);
    }

    /// A sleeping writer's time is up. It was a reason for readers to wait; they may go in now.
    /// @return false if this thread has to take a call.
    bool writer_leaves() noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        while (shared_bits::writer_counts::called(state) == 0) {
            if (apply_and_wake(state,
                               shared_bits::call_next(state - shared_bits::one_sleeping_writer)))
                return true;
        }
        return false;
    }

    /// A reader spins for a while and then sleeps. If it has slept, it is inside when it wakes. @return false if the time was up before.
    [[clang::no_thread_safety_analysis]] bool // calls what it is a part of
    lock_shared_slow(lab05::sleep_limit auto const& limit) noexcept {
        lab08::spin_budget patience;
        for (;;) {
            if (try_lock_shared()) return true;
            if (limit.passed()) return false;
            // relaxed: the exchange confirms it.
            state_t state = word_.load(std::memory_order_relaxed);
            if (shared_bits::admits_reader(state)) continue;
            if (!patience.is_over()) {
                patience.pass_time();
                continue;
            }
            if (!shared_bits::has_room_for_reader(state)) {
                kev::yield();
                continue;
            }
            // relaxed: the comparison checks that a writer is there: it will see this sleeper.
            if (!word_.compare_exchange_weak(state, state + shared_bits::one_sleeping_reader,
                                             std::memory_order_relaxed, std::memory_order_relaxed))
                continue;
            return lab08::sleep_until_called<shared_bits::reader_counts>(
                word_, limit); // it acquires (SL1)
        }
    }

    /// Makes the step that is due from whatever state, until it succeeds.
    template <typename Next>
    void leave_with(Next next) noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        while (!apply_and_wake(state, next(state))) {
        }
    }

    /// Makes a step, if the word is still `state`, and wakes those that it has called.
    bool apply_and_wake(state_t& state, step next) noexcept {
        // release: SH3, pairs with SH1, SH2 and SL1. For a writer whose time is up it is SL2, as in sleep.hpp.
        // relaxed: a failure only brings the newer word.
        if (!word_.compare_exchange_weak(state, next.state, std::memory_order_release, // SH3, SL2
                                         std::memory_order_relaxed))
            return false;
        // The object may be gone from here on: only its address is used.
        if (next.readers > 0)
            lab08::wake(&word_, shared_bits::reader_counts::compared, lab08::every_sleeper);
        if (next.writers > 0) lab08::wake(&word_, shared_bits::writer_counts::compared, 1);
        return true;
    }

    lab08::atomic_state word_{0, "word"};
};

} // namespace plain
} // namespace kev::inline v0_9

#if defined(KEV_CHECKED)
#include <kev/library/checked_shared_mutex.hpp>
#endif

namespace kev::inline v0_9 {

#if defined(KEV_CHECKED)
using shared_mutex = checked_shared_mutex;
#else
using plain::shared_mutex;
#endif
using shared_timed_mutex = shared_mutex;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
