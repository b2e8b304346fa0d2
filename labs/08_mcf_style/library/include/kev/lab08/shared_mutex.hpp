/// @file
/// A reader/writer lock of 64 bits, with time limits.
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/lab08/lock_words.hpp>
#include <kev/lab08/lockable.hpp>
#include <kev/lab08/shared_lockable.hpp>
#include <kev/lab08/shared_word.hpp>
#include <kev/thread_safety.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

template <typename Word>
class [[clang::capability(
    "mutex")]] basic_shared_mutex; // for -Wthread-safety: see thread_safety.hpp

/// A reader/writer lock, 64 bits in size; names and meaning as std::shared_timed_mutex, of which
/// std::shared_mutex is a part. All bits zero: free. Constant-initialised, trivially destructible, not
/// recursive (a reader that reads again may hang behind a waiting writer), cannot fail.
///
/// A thread spins for a while before it sleeps (back_off.hpp). The word has room for 32,767 readers inside, and
/// for as many sleepers of each kind. A thread for which there is no room yields its processor and tries again.
///
/// Order: a writer that waits keeps new readers out, also if it is stopped meanwhile. A writer that leaves lets in all readers that wait. The
/// last of these readers wakes one writer. A new writer may take a free lock before the writer that was
/// woken; a new reader may not. shared_word.hpp has the word, and says what is due in each state.
///
/// Writers sleep on the lower half of the word and readers on the upper half. So a call for a writer never
/// reaches a reader, and a call for readers never reaches a writer.
/// `Word` is plain_shared_word, or checked_shared_word, which notices misuse.
template <typename Word>
class basic_shared_mutex {
    using state_t = shared_word::state_t;
    using step = shared_word::step;

public:
    constexpr basic_shared_mutex() noexcept = default;
    basic_shared_mutex(basic_shared_mutex const&) = delete;
    basic_shared_mutex& operator=(basic_shared_mutex const&) = delete;

    /// Takes the lock alone. Blocks until no other thread is inside.
    [[clang::acquire_capability]] void lock() noexcept {
        if (!take_free()) lock_slow(no_limit());
    }

    /// Takes the lock alone if no thread is inside. Does not block.
    [[clang::try_acquire_capability(true)]] bool try_lock() noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        while (shared_word::admits_writer(state)) {
            // acquire: SH1, pairs with SH3. relaxed: a failure only brings the newer word.
            if (word_.compare_exchange_weak(state, state | shared_word::exclusive,
                                            std::memory_order_acquire,
                                            std::memory_order_relaxed)) // SH1
                return word_.note_writer_if(true);
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
        return take_free() || lock_slow(until<Clock, Duration>(deadline));
    }

    /// As the two above, with a limit of the caller's own making.
    [[clang::try_acquire_capability(true)]] bool
    try_lock_with(sleep_limit auto const& limit) noexcept {
        return take_free() || lock_slow(limit);
    }

    /// The writer leaves. By address it does not block; by key it blocks until the threads that it wakes are
    /// in the kernel.
    [[clang::release_capability]] void unlock() noexcept {
        word_.check_writer_leaves();
        leave_with(shared_word::after_writer);
    }

    /// Takes the lock together with other readers. Blocks while a writer is inside or waits.
    [[clang::acquire_shared_capability]] void lock_shared() noexcept {
        if (!try_lock_shared()) lock_shared_slow(no_limit());
    }

    /// As lock_shared(), if it need not wait. Does not block.
    [[clang::try_acquire_shared_capability(true)]] bool try_lock_shared() noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        while (shared_word::admits_reader(state)) {
            // acquire: SH2, pairs with SH3. relaxed: a failure only brings the newer word.
            if (word_.compare_exchange_weak(state, state + shared_word::one_reader,
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
        return try_lock_shared() || lock_shared_slow(until<Clock, Duration>(deadline));
    }

    /// As the two above, with a limit of the caller's own making.
    [[clang::try_acquire_shared_capability(true)]] bool
    try_lock_shared_with(sleep_limit auto const& limit) noexcept {
        return try_lock_shared() || lock_shared_slow(limit);
    }

    /// A reader leaves; the last one wakes those that wait. Blocks as unlock() does.
    [[clang::release_shared_capability]] void unlock_shared() noexcept {
        word_.check_reader_leaves();
        leave_with(
            [](state_t state) { return shared_word::settle(state - shared_word::one_reader); });
    }

    /// The state word, for tests and for the lesson: it may be old when the caller looks at it.
    std::uint64_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

private:
    bool take_free() noexcept {
        state_t free = 0;
        // acquire: SH1, pairs with SH3. relaxed: a failure is looked at again.
        return word_.note_writer_if(
            word_.compare_exchange_strong(free, shared_word::exclusive, std::memory_order_acquire,
                                          std::memory_order_relaxed)); // SH1
    }

    bool lock_slow(sleep_limit auto const& limit) noexcept;
    [[clang::no_thread_safety_analysis]] bool
    lock_shared_slow(sleep_limit auto const& limit) noexcept; // calls what it is a part of
    state_t announce(state_t state) noexcept;
    bool writer_leaves() noexcept;

    /// Makes the step that is due from whatever state, until it succeeds.
    template <typename Next>
    void leave_with(Next next) noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        while (!make(state, next(state))) {
        }
    }

    /// Makes a step, if the word is still `state`, and wakes those that it has called.
    bool make(state_t& state, step next) noexcept {
        // release: SH3, pairs with SH1, SH2 and SL1. For a writer whose time is up it is SL2, as in by_address.hpp.
        // relaxed: a failure only brings the newer word.
        if (!word_.compare_exchange_weak(state, next.state, std::memory_order_release, // SH3, SL2
                                         std::memory_order_relaxed))
            return false;
        // The object may be gone from here on: only its address is used.
        way::wake_every<shared_word::readers_sleep::where>(&word_, next.readers);
        way::wake<shared_word::writers_sleep::where>(&word_, next.writers);
        return true;
    }

    Word word_{0, "word"};
};

using shared_mutex = basic_shared_mutex<shared_lock_word>;
using shared_timed_mutex = shared_mutex;

static_assert(timed_lockable<shared_mutex> && shared_timed_lockable<shared_mutex>);

} // namespace kev::lab08

#include <kev/lab08/shared_mutex_slow.hpp>
