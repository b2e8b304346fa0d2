/// @file
/// P3: srw_lock.hpp whose reader, when it steals the lock, has it alone. **It can hang.**
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab07/srw_guard.hpp>
#include <kev/lab07/srw_view.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// One writer, or any number of readers. The word holds the number of readers, or the address of a queue of
/// wait blocks, in which each thread sleeps on a key of its own (srw_view.hpp has the bits).
///
/// Not fair: whoever comes while the lock is free takes it, before those who were woken for it. These stay
/// first in the queue. A reader that comes while readers own it joins them, but not past a writer who is
/// first in the queue. Readers in the queue wake each other: each that has got in wakes the next.
///
/// **While readers own it and no writer wants it, every reader gets in**, also one that was asleep: a reader
/// may wait for another one. Windows' own lock was found in 2024 not to keep that (race P3).
///
/// Meets Lockable and the standard's SharedLockable; not recursive, in either mode; the next owner may
/// destroy it. Sources: the idea of the word, public accounts of Windows' SRWLOCK; the flaw it avoids,
/// microsoft/STL#4448.
class srw_lock {
public:
    constexpr srw_lock() noexcept = default;
    srw_lock(srw_lock const&) = delete;
    srw_lock& operator=(srw_lock const&) = delete;

    /// Takes the lock alone. Blocks until nobody has it.
    void lock() noexcept {
        if (!take()) wait_and_enter(true);
    }

    /// Takes the lock alone if nobody has it. Does not block.
    bool try_lock() noexcept {
        // relaxed: only saves the read-modify-write when there is no hope; nothing is read after.
        return (word_.load(std::memory_order_relaxed) & srw_word::owned) == 0 && take();
    }

    /// Gives the lock up and wakes the first in the queue, if any and if none is on the way. Only the writer
    /// that owns it may call it. Blocks at most until that thread, which is in the queue, is in the kernel.
    void unlock() noexcept {
        std::uintptr_t state = srw_word::owned; // as it mostly is
        while (nobody_to_wake(state)) {
            // release: W2, pairs with W1, R1 and G1. relaxed: on failure `state` is the newer word.
            if (word_.compare_exchange_weak(state, state & ~srw_word::owned,
                                            std::memory_order_release,
                                            std::memory_order_relaxed)) // W2
                return;
        }
        unlock_slow();
    }

    /// Takes the lock together with other readers. Blocks until no writer has it, or is next.
    void lock_shared() noexcept {
        if (!join()) wait_and_enter(false);
    }

    /// Takes the lock together with other readers, if no writer has it or is next. Waits at most, awake,
    /// for a thread that is changing the queue.
    bool try_lock_shared() noexcept { return join() || try_join_slow(); }

    /// As unlock(), for a reader.
    void unlock_shared() noexcept {
        // relaxed: confirmed by the compare-exchange, or by the guard.
        std::uintptr_t state = word_.load(std::memory_order_relaxed);
        if ((state & srw_word::shared) == 0) return unlock();
        while (srw_word::counts_readers(state)) {
            // release: R2, pairs with W1 and G1: the next writer comes after what this reader has read.
            // relaxed: on failure `state` is the newer word.
            if (word_.compare_exchange_weak(state, srw_word::without_a_reader(state),
                                            std::memory_order_release,
                                            std::memory_order_relaxed)) // R2
                return;
        }
        unlock_shared_slow();
    }

    /// The word, for tests and for the lesson: it may be old when the caller looks at it.
    std::uintptr_t state() const noexcept {
        // relaxed: a look from outside orders nothing.
        return word_.load(std::memory_order_relaxed);
    }

private:
    enum class place { newcomer, woken };

    bool take() noexcept {
        // acquire: W1, pairs with W2, R2 and G2; what the last owners did comes before. While somebody owns
        // it, readers or a writer, the bit is set and this changes nothing.
        return (word_.fetch_or(srw_word::owned, std::memory_order_acquire) & srw_word::owned) ==
               0; // W1
    }

    bool join() noexcept {
        // relaxed: confirmed by the compare-exchange.
        std::uintptr_t state = word_.load(std::memory_order_relaxed);
        while (srw_word::counts_readers(state) && srw_word::is_open(state)) {
            // acquire: R1, pairs with W2 and G2. relaxed: on failure `state` is the newer word.
            if (word_.compare_exchange_weak(state, srw_word::with_a_reader(state),
                                            std::memory_order_acquire,
                                            std::memory_order_relaxed)) // R1
                return true;
        }
        return false;
    }

    /// The queue is not being changed, and is empty, or one that was in it is on the way: that one will look
    /// after the others.
    static constexpr bool nobody_to_wake(std::uintptr_t state) noexcept {
        return (state & srw_word::guard) == 0 &&
               (state & (srw_word::queued | srw_word::waking)) != srw_word::queued;
    }

    void wait_and_enter(bool exclusive) noexcept {
        srw_block self(exclusive);
        if (enter_or_queue(self, place::newcomer)) return;
        do {
            lab02::default_event.wait(&self);
        } while (!enter_or_queue(self, place::woken));
    }

    /// Takes the lock as the block wants it (true), or stands in the queue where it will be found (false).
    bool enter_or_queue(srw_block& self, place from) noexcept {
        srw_guard guard(word_);
        if (from == place::woken) guard.waking = false;
        bool const entered = self.exclusive.read() ? guard.take_alone() : enter_shared(guard, from);
        if (!entered && from == place::woken)
            guard.push_front(self); // has waited longer than any other
        if (!entered && from == place::newcomer) guard.push_back(self);
        guard.leave();
        return entered;
    }

    static bool enter_shared(srw_guard& guard, place from) noexcept {
        bool const joins = guard.shared && (from == place::woken || !guard.writer_is_first());
        // BROKEN (P3): the word has no room for a number of readers while it holds the address of a queue. So
        // a reader that finds the lock free takes it as a writer would, and nobody can join it.
        if (!joins) return !guard.shared && guard.take_alone();
        ++guard.readers;
        return true;
    }

    bool try_join_slow() noexcept {
        srw_guard guard(word_);
        bool const entered = enter_shared(guard, place::newcomer);
        guard.leave();
        return entered;
    }

    void unlock_slow() noexcept {
        srw_guard guard(word_);
        guard.owned = false;
        guard.leave();
    }

    void unlock_shared_slow() noexcept {
        srw_guard guard(word_);
        if (--guard.readers == 0) guard.owned = guard.shared = false;
        guard.leave();
    }

    kev::atomic<std::uintptr_t> word_{0, "word"};
};

static_assert(sizeof(srw_lock) == sizeof(void*));

} // namespace kev::lab07
