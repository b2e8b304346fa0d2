/// @file
/// Step 4: the once flag. A byte that says "done", a bit for the thread that initializes, and the sleepers' two counts.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/sleep.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// The result of an attempt to begin.
enum class once_outcome {
    done,  ///< it was done before; its results are visible
    yours, ///< the caller must do it now, and then call finish() or abort()
    busy,  ///< another thread is initializing, and the time to wait is up
};

/// The state word of the once flag.
///
/// | bits | name | what sets it | what clears it |
/// |---|---|---|---|
/// | 0-7 | the byte `ready`: 0 or 1 | finish() | nothing |
/// | 8 | `locked` | the thread that begins | that thread, in finish() or abort() |
/// | 9-31 | called: sleepers that were selected and have not continued yet | abort(): +1; finish(): for all sleepers | a sleeper that continues: -1 |
/// | 32-63 | sleeping: threads that sleep, or are about to, and were not selected | such a thread: +1, only while `locked` is set | abort(): -1; finish(): to 0; a sleeper whose time is up: -1 |
///
/// The byte comes first in memory, because the Itanium C++ ABI, which GCC and Clang follow, has compiled code look at the
/// first byte of such a guard by itself.
namespace once_bits {

inline constexpr state_t ready = 1;
inline constexpr state_t locked = 1 << 8;
using counts = sleeper_count<state_t{1} << 32, state_t{1} << 9>;

/// It is done. All sleepers are selected.
constexpr state_t finished(state_t state) noexcept {
    return counts::call_all(state) - locked + ready;
}

/// The attempt has failed. One sleeper is selected, if there is any.
constexpr state_t aborted(state_t state) noexcept {
    return (counts::sleeping(state) > 0 ? counts::call_one(state) : state) - locked;
}

} // namespace once_bits

/// Lets one thread do something that all others need to have been done. Eight bytes, constant-initialized (all bits zero),
/// trivially destructible, needs no handle and cannot fail. Source of the idea: mcfgthread.
class once_flag {
public:
    constexpr once_flag() noexcept = default;
    once_flag(once_flag const&) = delete;
    once_flag& operator=(once_flag const&) = delete;

    /// Whether it is done; if so, its results are visible. Does not block.
    // [is_done]
    bool is_done() const noexcept {
        // acquire: b1, pairs with r1 in finish(). Relaxed would say "done" and show nothing of it.
        return (word_.load(std::memory_order_acquire) & once_bits::ready) != 0; // b1
    }
    // [/is_done]

    /// Waits until it is done, or until it is the caller's turn to do it. Blocks while another
    /// thread initializes. @return whether the caller must do it, and then call finish() or abort(). If
    /// a thread calls begin() again before that, it waits for itself: a deadlock.
    bool begin() noexcept {
        return !is_done() && begin_slow(lab05::no_limit()) == once_outcome::yours;
    }

    /// As begin(), but does not block, and says which of the three outcomes it was.
    once_outcome try_begin() noexcept {
        return is_done() ? once_outcome::done : begin_slow(at_once());
    }
    /// As try_begin(), but waits for at most `interval`, on a steady clock.
    template <typename Rep, typename Period>
    once_outcome begin_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return is_done() ? once_outcome::done : begin_slow(lab05::for_at_most(interval));
    }
    /// As try_begin(), but waits until the clock shows `deadline`.
    template <typename Clock, typename Duration>
    once_outcome begin_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return is_done() ? once_outcome::done : begin_slow(lab05::until<Clock, Duration>(deadline));
    }

    /// Says that it is done, and wakes all sleepers. Only the thread that began may call this. Does not block.
    void finish() noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        // release: r1, pairs with b1 and b2. All sleepers are selected in the same step; no thread
        // counts itself in later, because `locked` is never set again.
        // relaxed: on failure `state` is the newer one.
        while (!word_.compare_exchange_weak(state, once_bits::finished(state), // r1
                                            std::memory_order_release, std::memory_order_relaxed)) {
        }
        if (once_bits::counts::sleeping(state) > 0)
            lab08::wake(&word_, once_bits::counts::compared, every_sleeper);
    }

    /// Says that the attempt failed, and wakes one sleeper, if any. The next attempt is that
    /// sleeper's, or that of a thread which comes first. Only the thread that began may call this.
    /// Does not block.
    // [abort]
    void abort() noexcept {
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        // release: a1, pairs with b3: the next initializer sees what this attempt has left behind.
        // relaxed: on failure `state` is the newer one.
        while (!word_.compare_exchange_weak(state, once_bits::aborted(state), // a1
                                            std::memory_order_release, std::memory_order_relaxed)) {
        }
        if (once_bits::counts::sleeping(state) > 0)
            lab08::wake(&word_, once_bits::counts::compared, 1);
    }
    // [/abort]

private:
    friend struct testing_access; // the tests'

    /// A limit that is over already.
    struct at_once {
        static constexpr bool passed() noexcept { return true; }
        static constexpr lab05::sleep_end end() noexcept {
            return {};
        } // never asked: no thread sleeps
    };

    // [begin_slow]
    once_outcome begin_slow(lab05::sleep_limit auto const& limit) noexcept {
        for (;;) {
            // acquire: b2, pairs with r1, for a thread that slept, or for which b1 came too early.
            state_t const state = word_.load(std::memory_order_acquire); // b2
            if ((state & once_bits::ready) != 0) return once_outcome::done;
            if ((state & once_bits::locked) == 0) {
                if (take(state)) return once_outcome::yours;
            } else if (limit.passed()) {
                // To leave is safe. A thread that was woken has decremented `called`, so `state` is not
                // older than that step, and the thread that it shows will see the other sleepers.
                return once_outcome::busy;
            } else if (count_in(state) &&
                       !lab08::sleep_until_called<once_bits::counts>(word_, limit)) {
                return once_outcome::busy;
            }
        }
    }
    // [/begin_slow]

    /// Begins if the word still is `state`, in which no thread initializes.
    bool take(state_t state) noexcept {
        // acquire: b3, pairs with a1. relaxed: on failure nothing was begun.
        return word_.compare_exchange_weak(state, state | once_bits::locked, // b3
                                           std::memory_order_acquire, std::memory_order_relaxed);
    }

    /// Counts this thread as a sleeper if the word still is `state`, in which another thread initializes.
    bool count_in(state_t state) noexcept {
        // relaxed: no data is passed here. The comparison checks that the other thread still has `locked`.
        return word_.compare_exchange_weak(state, state + once_bits::counts::one_sleeper,
                                           std::memory_order_relaxed, std::memory_order_relaxed);
    }

    atomic_state word_{0, "word"};
};

/// Calls `f(args...)` unless it is done; blocks while another thread initializes. If f throws, it is
/// not done, another may try, and the exception goes on to the caller.
template <typename F, typename... Args>
void call_once(once_flag& flag, F&& f, Args&&... args) {
    if (!flag.begin()) return;
    struct attempt {
        once_flag& flag;
        bool failed = true;
        ~attempt() {
            if (failed)
                flag.abort();
            else
                flag.finish();
        }
    } mine{flag};
    std::invoke(std::forward<F>(f), std::forward<Args>(args)...);
    mine.failed = false;
}

} // namespace kev::lab08
