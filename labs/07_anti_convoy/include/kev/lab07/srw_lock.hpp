/// @file
/// A reader/writer lock in one pointer, of the kind that Vista introduced.
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
/// Not fair: a newcomer may take a free lock before the thread that was woken for it. The woken thread then goes back to
/// the front of the queue. A reader that comes while readers own the lock joins them, except when a writer is first in
/// the queue. Each reader that gets in wakes the next one if that is a reader, too.
///
/// **While readers own the lock and no writer wants it, every reader gets in**, also one that was asleep. So a reader
/// may wait for another reader. Windows' own lock was found in 2024 not to keep this promise (race P3).
///
/// Meets Lockable and the standard's SharedLockable; not recursive, in either mode; the next owner may
/// destroy it. Sources: the idea of the word, public accounts of Windows' SRWLOCK; the flaw it avoids,
/// microsoft/STL#4448.
class srw_lock {
public:
    constexpr srw_lock() noexcept = default;
    srw_lock(srw_lock const&) = delete;
    srw_lock& operator=(srw_lock const&) = delete;

    /// Acquires the lock as a writer. Blocks until no thread owns it.
    void lock() noexcept {
        if (!take()) wait_and_enter(true);
    }

    /// Acquires the lock as a writer if no thread owns it. Does not block.
    bool try_lock() noexcept {
        // relaxed: the load only saves the read-modify-write if the lock is owned. No data is read after it.
        return (word_.load(std::memory_order_relaxed) & srw_word::owned) == 0 && take();
    }

    /// Releases the lock and wakes the first thread of the queue, unless another thread has been woken for the lock. Only
    /// the writer that owns the lock may call it. Blocks at most until the thread that it wakes is in the kernel.
    void unlock() noexcept {
        std::uintptr_t state = srw_word::owned; // a guess: nobody waits
        while (nobody_to_wake(state)) {
            // release: w2, pairs with w1, r1 and g1. relaxed: on failure `state` is the newer word.
            if (word_.compare_exchange_weak(state, state & ~srw_word::owned,
                                            std::memory_order_release,
                                            std::memory_order_relaxed)) // w2
                return;
        }
        unlock_slow();
    }

    /// Acquires the lock as a reader. Blocks while a writer owns the lock or is first in the queue.
    void lock_shared() noexcept {
        if (!join()) wait_and_enter(false);
    }

    /// Acquires the lock as a reader, if no writer owns it or is first in the queue. Does not sleep; spins while another
    /// thread changes the queue.
    bool try_lock_shared() noexcept { return join() || try_join_slow(); }

    /// Releases the lock of a reader. Otherwise like unlock().
    void unlock_shared() noexcept {
        // relaxed: the compare-exchange or the guard confirms it.
        std::uintptr_t state = word_.load(std::memory_order_relaxed);
        while (srw_word::counts_readers(state)) {
            // release: r2, pairs with w1 and g1: the next writer comes after what this reader has read.
            // relaxed: on failure `state` is the newer word.
            if (word_.compare_exchange_weak(state, srw_word::without_a_reader(state),
                                            std::memory_order_release,
                                            std::memory_order_relaxed)) // r2
                return;
        }
        unlock_shared_slow();
    }

    /// A racy snapshot of the word, for tests and demonstrations.
    std::uintptr_t state() const noexcept {
        // relaxed: the caller reads no data of the lock.
        return word_.load(std::memory_order_relaxed);
    }

private:
    enum class place { newcomer, woken };

    bool take() noexcept {
        // acquire: w1, pairs with w2, r2 and g2: this writer sees what the last owners did. While the lock is owned,
        // by readers or by a writer, the bit is set and this changes nothing.
        return (word_.fetch_or(srw_word::owned, std::memory_order_acquire) & srw_word::owned) ==
               0; // w1
    }

    bool join() noexcept {
        // relaxed: the compare-exchange confirms it.
        std::uintptr_t state = word_.load(std::memory_order_relaxed);
        while (srw_word::counts_readers(state) && srw_word::is_open(state)) {
            // acquire: r1, pairs with w2 and g2. relaxed: on failure `state` is the newer word.
            if (word_.compare_exchange_weak(state, srw_word::with_a_reader(state),
                                            std::memory_order_acquire,
                                            std::memory_order_relaxed)) // r1
                return true;
        }
        return false;
    }

    /// No thread changes the queue; and the queue is empty, or a thread has been woken and has not tried yet. That
    /// thread will take the guard and wake others if necessary.
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

    // [enter]
    /// @return true if this thread has the lock; false if its block is in the queue and the thread must sleep.
    bool enter_or_queue(srw_block& self, place from) noexcept {
        srw_guard guard(word_);
        if (from == place::woken) guard.waking = false;
        bool const entered = self.exclusive.read() ? guard.take_alone() : enter_shared(guard, from);
        if (!entered && from == place::woken)
            guard.push_front(self); // it has waited longer than any other thread
        if (!entered && from == place::newcomer) guard.push_back(self);
        guard.leave();
        return entered;
    }

    static bool enter_shared(srw_guard& guard, place from) noexcept {
        bool const joins = guard.shared && (from == place::woken || !guard.writer_is_first());
        if (!joins && (guard.shared || !guard.take_alone())) return false;
        // A reader that finds the lock free shares it, even if threads are queued (P3).
        guard.shared = true;
        ++guard.readers;
        return true;
    }
    // [/enter]

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
