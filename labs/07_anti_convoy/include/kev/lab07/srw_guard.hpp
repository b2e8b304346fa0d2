/// @file
/// The word of srw_lock in the hands of one thread.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab07/back_off.hpp>
#include <kev/lab07/srw_view.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// The guard of an srw_lock, taken, with the word as plain variables. While a thread has it, nobody gives the
/// lock up and no reader comes or goes. One thing can happen: if the lock is free, a writer may take it.
class srw_guard : public srw_view {
public:
    /// Takes the guard. Spins while another thread has it, for a few instructions.
    explicit srw_guard(kev::atomic<std::uintptr_t>& word) noexcept
        : srw_view(take(word)), word_(word) {}
    srw_guard(srw_guard const&) = delete;
    srw_guard& operator=(srw_guard const&) = delete;

    /// Takes the lock as a writer does. If that fails somebody owns it, and will not give it up before the
    /// guard is free: whoever queues now is found.
    bool take_alone() noexcept {
        // relaxed: if it is free now, it was when the guard was taken, since nobody gives it up meanwhile: G1
        // has ordered it.
        std::uintptr_t const before = word_.fetch_or(srw_word::owned, std::memory_order_relaxed);
        note_owned();
        return (before & srw_word::owned) == 0;
    }

    /// Writes the word and lets the guard go. If the first in the queue could have the lock, and nobody is on
    /// the way to it, wakes that one; blocks at most until it is in the kernel. (Another
    /// may take the lock before that one, which then was woken in vain, and queues again.)
    void leave() noexcept {
        srw_block* const next = should_wake() ? &pop_front() : nullptr;
        if (next != nullptr) waking = true;
        // release: G2, pairs with G1, W1 and R1: the queue; and what this owner did, if it gives up.
        word_.fetch_add(change(), std::memory_order_release); // G2
        if (next != nullptr) lab02::default_event.release(next);
    }

private:
    static std::uintptr_t take(kev::atomic<std::uintptr_t>& word) noexcept {
        back_off others;
        for (;;) {
            // acquire: G1, pairs with G2: the queue as the last one left it; and with W2 and R2.
            std::uintptr_t const before =
                word.fetch_or(srw_word::guard, std::memory_order_acquire); // G1
            if ((before & srw_word::guard) == 0) return before | srw_word::guard;
            // relaxed: only keeps the waiting threads from writing; G1 decides.
            while ((word.load(std::memory_order_relaxed) & srw_word::guard) != 0) others.pause();
        }
    }

    kev::atomic<std::uintptr_t>& word_;
};

} // namespace kev::lab07
