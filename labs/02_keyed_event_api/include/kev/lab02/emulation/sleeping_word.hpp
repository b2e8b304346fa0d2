/// @file
/// One word on which a thread sleeps. It lies in the record that the thread has on its stack while it waits, so waiting
/// allocates nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include <kev/world.hpp>

namespace kev::lab02::emulation {

/// When a sleep ends by itself. NT's relative time-outs follow a steady clock, and its absolute time-outs
/// follow the calendar. The emulation keeps the two apart down to the system call.
struct deadline {
    enum class kind { never, now, steady, calendar };
    kind when = kind::never;
    std::int64_t nanoseconds = 0; ///< since the epoch of the steady or the system clock
};

/// Sleeps while `word` is `expected`, at most until `limit`. @return false if `limit` passed first.
/// May return true for no reason, after a signal for example. No cancellation point. Implementations: src/emulation/futex
/// and src/emulation/portable.
bool os_sleep(std::atomic<std::uint32_t>& word, std::uint32_t expected, deadline limit) noexcept;

/// Wakes the one thread that may sleep on `word`. The call does not read the word, which may no longer exist.
void os_wake(std::atomic<std::uint32_t>& word) noexcept;

/// In the child of a fork(), before any other thread exists there: forgets the threads of the parent that were in
/// os_sleep() or os_wake(), and the locks that they held there. Does not block.
void forget_os_sleepers() noexcept;

/// A one-shot wake-up. The owner prepares it, shows it to other threads, and sleeps. Exactly one other
/// thread wakes it.
///
/// | state | meaning | left by |
/// |---|---|---|
/// | `awake` | prepared; the owner has not gone to sleep yet | the owner: `asleep`; the waker: `woken` |
/// | `asleep` | the owner sleeps, or is about to: the waker must call the kernel | the waker: `woken` |
/// | `woken` | the owner may go on | the owner, by prepare() |
class sleeping_word {
public:
    /// The owner, before any other thread can find the word.
    void prepare() noexcept {
        // relaxed: another thread finds the word under the lock of the bucket, which orders this store.
        state_.store(awake, std::memory_order_relaxed);
    }

    /// The owner: blocks until wake(), or until `limit`. @return false if `limit` passed first. A wake()
    /// may then still come.
    bool sleep(deadline limit) noexcept {
        std::uint32_t state = awake;
        // relaxed: the waker reads no data of the owner. A failure means `woken`, which the load below reads
        // with acquire, or `asleep` from a sleep whose time ran out.
        state_.compare_exchange_strong(state, asleep, std::memory_order_relaxed,
                                       std::memory_order_relaxed);
        // acquire: pairs with W1 in wake(): what the waker did before is visible after the meeting.
        while (state_.load(std::memory_order_acquire) != woken) {
            if (limit.when == deadline::kind::now) return false;
            bool const in_time = os_sleep(state_, asleep, limit);
            count_call(&tally::sleeps);
            if (!in_time) {
                // acquire: pairs with W1 in wake(), which may have come together with the time-out.
                return state_.load(std::memory_order_acquire) == woken;
            }
        }
        return true;
    }

    /// The owner: whether wake() comes within `looks` looks, with a pause after each. Does not call the kernel.
    bool was_woken_within(int looks) noexcept {
        for (; looks > 0; --looks) {
            // acquire: pairs with W1 in wake(): what the waker did before is visible.
            if (state_.load(std::memory_order_acquire) == woken) return true;
            kev::relax();
        }
        return false;
    }

    /// Another thread, exactly once for each prepare(). Does not block.
    void wake() noexcept {
        // release: W1, pairs with the acquire loads in sleep(). From here on the owner may be gone, so
        // only the word's address is used.
        if (state_.exchange(woken, std::memory_order_release) == asleep) {
            os_wake(state_);
            count_call(&tally::wakes);
        }
    }

private:
    static constexpr std::uint32_t awake = 0;
    static constexpr std::uint32_t asleep = 1;
    static constexpr std::uint32_t woken = 2;

    std::atomic<std::uint32_t> state_{awake};
};

} // namespace kev::lab02::emulation
