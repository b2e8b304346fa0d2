/// @file
/// The guard that protects the queue of srw_lock.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab07/back_off.hpp>
#include <kev/lab07/srw_view.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// Holds the guard of an srw_lock, with the word as plain variables. While a thread holds the guard, no owner releases
/// the lock and no reader comes or goes. Only one change is possible: a writer may take the lock if it is free.
class srw_guard : public srw_view {
public:
    /// Takes the guard. Spins while another thread holds it, which takes a few instructions.
    explicit srw_guard(kev::atomic<std::uintptr_t>& word) noexcept
        : srw_view(take(word)), word_(word) {}
    srw_guard(srw_guard const&) = delete;
    srw_guard& operator=(srw_guard const&) = delete;

    /// Takes the lock as a writer does. If that fails, the lock has an owner, which cannot release it before the guard is
    /// free. So a thread that now queues will be found.
    bool take_alone() noexcept {
        // relaxed: no owner releases the lock while the guard is held. So if the lock is free now, it was free when
        // the guard was taken, and g1 has ordered this thread after the last owner.
        std::uintptr_t const before = word_.fetch_or(srw_word::owned, std::memory_order_relaxed);
        note_owned();
        return (before & srw_word::owned) == 0;
    }

    /// Writes the word and gives the guard back. If the first thread of the queue could have the lock, and no thread has
    /// been woken for it, wakes the first thread; blocks at most until that thread is in the kernel. Another thread may
    /// take the lock first. Then the woken thread queues again.
    // [leave]
    void leave() noexcept {
        srw_block* const next = should_wake() ? &pop_front() : nullptr;
        if (next != nullptr) waking = true;
        // release: g2, pairs with g1, w1 and r1: the queue, and what the owner wrote if this releases the lock.
        word_.fetch_add(change(), std::memory_order_release); // g2
        if (next != nullptr) lab02::default_event.release(next);
    }
    // [/leave]

private:
    static std::uintptr_t take(kev::atomic<std::uintptr_t>& word) noexcept {
        doubling_back_off others;
        for (;;) {
            // acquire: g1, pairs with g2: the queue as the last holder left it; and with w2 and r2.
            std::uintptr_t const before =
                word.fetch_or(srw_word::guard, std::memory_order_acquire); // g1
            if ((before & srw_word::guard) == 0) return before | srw_word::guard;
            // relaxed: this loop only keeps waiting threads from writing. g1 decides.
            while ((word.load(std::memory_order_relaxed) & srw_word::guard) != 0) others.pause();
        }
    }

    kev::atomic<std::uintptr_t>& word_;
};

} // namespace kev::lab07
