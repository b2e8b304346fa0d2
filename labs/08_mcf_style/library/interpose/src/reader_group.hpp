// The readers of one lock, who own it together.
#pragma once

#include "fork_generation.hpp"

#include <atomic>
#include <cstdint>

#include <kev/lab08/sleep.hpp>

namespace kev::interpose {

/// The first reader that comes in takes the lock for all, and the last one that leaves gives it back. So no reader waits
/// while others are inside, not even behind a writer that waits: as with glibc, whose programs may rely on it.
///
/// | value | meaning |
/// |---|---|
/// | 0 | no reader is inside |
/// | n, up to 2^30 - 1 | n readers are inside, and own the lock once |
/// | `entering` | one reader takes the lock, or waits for it; the others wait for that reader |
/// | `entering` and `asleep` | the same, and others may sleep here |
///
/// Source of the idea: P. Courtois, F. Heymans and D. Parnas, "Concurrent Control with 'Readers' and 'Writers'" (1971).
class reader_group {
public:
    /// Comes in. take() takes the lock for all, and says whether it could. Blocks as take() does, at most until `end`, with
    /// which take() ends as well. @return whether the thread is inside.
    bool enter(lab05::sleep_end const& end, auto take) noexcept {
        for (;;) {
            // relaxed: an exchange confirms what is decided here, or the kernel compares once more.
            std::uint32_t state = word_.load(std::memory_order_relaxed);
            if (state == 0) {
                if (begins()) return has_taken(take());
            } else if ((state & entering) == 0) {
                if (joins(state)) return true;
            } else if (shows_sleeper(state) && !sleep(end)) {
                return false;
            }
        }
    }

    /// Comes in if no writer is inside or waits, or if readers are inside. try_take() takes the lock if it is free, and
    /// is_for_writers() says that it is not. Does not block: if another reader is about to come in, it waits a moment for that.
    bool try_enter(auto try_take, auto is_for_writers) noexcept {
        for (;;) {
            // relaxed: as in enter().
            std::uint32_t const state = word_.load(std::memory_order_relaxed);
            if (state == 0) {
                if (begins()) return has_taken(try_take());
            } else if ((state & entering) == 0) {
                if (joins(state)) return true;
            } else if (is_for_writers()) {
                return false;
            } else {
                pause_for_another_thread();
            }
        }
    }

    /// A reader leaves. @return how many were inside, this one with them. If it was the last one, the caller gives the lock
    /// back. 0: none is inside.
    std::uint32_t leave() noexcept {
        // relaxed: an exchange confirms it.
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        do {
            if (state == 0 || (state & entering) != 0) return 0;
            // acq_rel: r3, pairs with r3 of the last reader: all of them have read before the lock is given back. relaxed: a
            // failure only brings the newer word.
        } while (!word_.compare_exchange_weak(state, state - 1, std::memory_order_acq_rel,
                                              std::memory_order_relaxed)); // r3
        return state;
    }

    /// In the child of a fork(): as many readers are inside as before, and none is about to come in. May be called again.
    /// @return how many.
    std::uint32_t make_anew() noexcept {
        // relaxed: no other thread uses the word meanwhile.
        if ((word_.load(std::memory_order_relaxed) & entering) != 0)
            word_.store(0, std::memory_order_relaxed); // relaxed: as above
        return word_.load(std::memory_order_relaxed);  // relaxed: as above
    }

    /// Counts a reader in that owns the lock for itself.
    void count_in() noexcept {
        // relaxed: the lock orders what its readers do. The count is for the child of a fork().
        word_.fetch_add(1, std::memory_order_relaxed);
    }

private:
    static constexpr std::uint32_t entering = std::uint32_t{1} << 31;
    static constexpr std::uint32_t asleep = std::uint32_t{1} << 30;

    bool begins() noexcept {
        std::uint32_t none = 0;
        // relaxed: take() orders what the readers do. On failure the caller looks again.
        return word_.compare_exchange_strong(none, entering, std::memory_order_relaxed,
                                             std::memory_order_relaxed);
    }

    bool joins(std::uint32_t readers) noexcept {
        // acquire: r2, pairs with r1: what the last writer has changed is visible. relaxed: the caller looks again.
        return word_.compare_exchange_weak(readers, readers + 1, std::memory_order_acquire, // r2
                                           std::memory_order_relaxed);
    }

    bool has_taken(bool taken) noexcept {
        // release: r1, pairs with r2: take() has acquired what the last writer changed.
        if ((word_.exchange(taken ? 1 : 0, std::memory_order_release) & asleep) != 0) // r1
            lab08::wake(&word_, lab08::half::low, lab08::every_sleeper);
        return taken;
    }

    bool shows_sleeper(std::uint32_t state) noexcept {
        // relaxed: passes no data. has_taken() sees the bit, or changes the word first, and this fails.
        return (state & asleep) != 0 ||
               word_.compare_exchange_weak(state, state | asleep, std::memory_order_relaxed,
                                           std::memory_order_relaxed);
    }

    bool sleep(lab05::sleep_end const& end) const noexcept {
        return sleep_at(&word_, entering | asleep, end);
    }

    std::atomic<std::uint32_t> word_;
};

} // namespace kev::interpose
