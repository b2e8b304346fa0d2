/// @file
/// Step 4: the once flag. A byte that says "done", and a primitive mutex behind it.
#pragma once

#include <bit>
#include <chrono>
#include <functional>
#include <utility>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/sleepers.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// The result of an attempt to begin.
enum class once_outcome {
    done,  ///< it was done before; its results are visible
    yours, ///< the caller must do it now, and then call finish() or abort()
    busy,  ///< another thread is at it, and the time to wait is up
};

/// Lets one thread do something that all others need to have been done. Of the size of a pointer,
/// constant-initialised (all bits zero), trivially destructible, needs no handle and cannot fail.
///
/// | bits | name | what sets it | what clears it |
/// |---|---|---|---|
/// | 0-7 | the byte `ready`: 0 or 1 | finish() | nothing |
/// | 8 | `locked` | the thread that begins | that thread, in finish() or abort() |
/// | 9-31 | called: calls that no thread has taken yet | abort(): +1; finish(): for all sleepers | a sleeper that takes a call: -1 |
/// | 32-63 | sleepers that no call was made for | a sleeper: +1, only while `locked` is set | abort(): -1; finish(): to 0; a sleeper whose time is up: -1 |
///
/// The byte comes first in memory, because the Itanium C++ ABI, which GCC and Clang follow, has
/// compiled code look at the first byte of such a guard by itself. Source of the idea: mcfgthread.
class once_flag {
public:
    static constexpr state_t ready = 1;
    static constexpr state_t locked = 1 << 8;
    using waiting = sleepers<(state_t{1} << 32), (1 << 9)>;

    constexpr once_flag() noexcept = default;
    once_flag(once_flag const&) = delete;
    once_flag& operator=(once_flag const&) = delete;

    /// Whether it is done; if so, its results are visible. Does not block.
    bool is_done() const noexcept {
        // acquire: B1, pairs with R1 in finish(). Relaxed would say "done" and show nothing of it.
        return (word_.load(std::memory_order_acquire) & ready) != 0; // B1
    }

    /// Waits until it is done, or until it is the caller's turn to do it. Blocks while another
    /// thread is at it. @return whether the caller must do it, and then call finish() or abort(). A
    /// thread that is at it already and begins again waits for itself.
    bool begin() noexcept {
        return !is_done() && begin_slow(lab05::no_limit()) == once_outcome::yours;
    }

    /// As begin(), but does not block.
    once_outcome try_begin() noexcept { return begin_with(at_once()); }
    /// As begin(), for at most `interval`, on a steady clock.
    template <typename Rep, typename Period>
    once_outcome begin_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return begin_with(lab05::for_at_most(interval));
    }
    /// As begin(), until the clock shows `deadline`.
    template <typename Clock, typename Duration>
    once_outcome begin_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return begin_with(lab05::until<Clock, Duration>(deadline));
    }
    /// As the two above, with a limit of the caller's own making.
    once_outcome begin_with(sleep_limit auto const& limit) noexcept {
        return is_done() ? once_outcome::done : begin_slow(limit);
    }

    /// Says that it is done, and wakes all sleepers. Only the thread that began may call this. By address
    /// it does not block; by key it blocks until all sleepers are in the kernel.
    void finish() noexcept {
        // TODO(you): say so, and call all sleepers in the same step (waiting::call_all()). Then wake them.
    }

    /// Says that the attempt failed, and wakes one sleeper, if any. The next attempt is that
    /// sleeper's, or that of a thread which comes first. Only the thread that began may call this.
    /// Blocks as finish() does.
    void abort() noexcept {
        // TODO(you): free the flag and call one sleeper, if any, in one step (waiting::call_one()). Then
        // wake it.
    }

    /// The state word, for tests and for the lesson: it may be old when the caller looks at it.
    state_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

private:
    /// A limit that is over already.
    struct at_once {
        bool passed() const noexcept { return true; }
        lab02::outcome wait(void const*) const noexcept { return lab02::outcome::timed_out; }
        lab05::sleep_end end() const noexcept { return {lab05::sleep_end::clock::steady, {}}; }
    };

    once_outcome begin_slow([[maybe_unused]] sleep_limit auto const& limit) noexcept {
        // TODO(you): look. If it is done, say so; if it is free, it is yours. Else another thread is at it:
        // leave if limit.passed(), or count this thread in and sleep by waiting::sleep(word_, limit).
        return once_outcome::yours;
    }

    atomic_state word_{0, "word"};
};

static_assert(std::endian::native == std::endian::little, "the byte `ready` must be the first");

/// Calls `f(args...)` unless it is done; blocks while another thread is at it. If f throws, it is
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
