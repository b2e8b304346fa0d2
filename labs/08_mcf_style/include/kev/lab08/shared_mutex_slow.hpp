/// @file
/// The slow paths of shared_mutex.hpp, which includes this file.
#pragma once

#include <kev/lab08/shared_mutex.hpp>

namespace kev::lab08 {

/// A writer sleeps until it is claimed, and then tries again: the lock is not handed over. @return false if
/// the time was up while others were inside.
bool shared_mutex::lock_slow(sleep_limit auto const& limit) noexcept {
    state_t mine = 0; // `waking`, while this thread is the one that was claimed
    for (;;) {
        // relaxed: every decision below is confirmed by an exchange, but for leaving without a duty.
        state_t state = word_.load(std::memory_order_relaxed);
        // Who is beaten to it goes on with the `state` that shows those who are inside.
        // acquire: SH1, pairs with SH4. relaxed: a failure is looked at again.
        if (shared_word::admits_writer(state) &&
            word_.compare_exchange_weak(state, (state - mine) | shared_word::exclusive,
                                        std::memory_order_acquire,
                                        std::memory_order_relaxed)) // SH1
            return true;
        if (shared_word::admits_writer(state)) continue; // failed, and nobody was faster
        if (limit.passed()) {
            // Who was claimed owes the others what it was woken for: a step that may be due without it.
            // relaxed: the data was published at SH4, whose release sequence this step goes on.
            if (mine == 0 ||
                make(state, shared_word::settle(state - mine), std::memory_order_relaxed))
                return false;
        } else {
            // relaxed: that others are inside is checked by the comparison itself: they will see us.
            if (!word_.compare_exchange_weak(state, state - mine + shared_word::one_sleeping_writer,
                                             std::memory_order_relaxed, std::memory_order_relaxed))
                continue;
            if (!sleep_until_claimed(writers_key(), limit, [this] { return writer_leaves(); }))
                return false;
            mine = shared_word::waking;
        }
    }
}

/// A sleeping writer's time is up. It was a reason for readers to wait; they may go in now.
/// @return false if the only writers that sleep have been claimed.
inline bool shared_mutex::writer_leaves() noexcept {
    // relaxed: the exchange confirms it.
    state_t state = word_.load(std::memory_order_relaxed);
    while (shared_word::sleeping_writers(state) != 0) {
        // relaxed: the data was published at SH4, whose release sequence this step goes on.
        if (make(state, shared_word::settle(state - shared_word::one_sleeping_writer),
                 std::memory_order_relaxed))
            return true;
    }
    return false;
}

/// A reader that has slept is inside when it wakes. @return false if the time was up before.
bool shared_mutex::lock_shared_slow(sleep_limit auto const& limit) noexcept {
    for (;;) {
        if (try_lock_shared()) return true;
        if (limit.passed()) return false;
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        if (shared_word::admits_reader(state)) continue;
        // relaxed: that a writer is there is checked by the comparison itself: it will see us.
        if (!word_.compare_exchange_weak(state, state + shared_word::one_sleeping_reader,
                                         std::memory_order_relaxed, std::memory_order_relaxed))
            continue;
        if (!sleep_until_claimed(readers_key(), limit, [this] { return reader_leaves(); }))
            return false;
        kev::read_newest(word_); // SH3, pairs with SH4: the sleep itself acquires nothing
        return true;
    }
}

/// A sleeping reader's time is up. @return false if all who slept have been let in.
inline bool shared_mutex::reader_leaves() noexcept {
    // relaxed: only the count of promises is balanced here, and the exchange confirms it.
    state_t state = word_.load(std::memory_order_relaxed);
    while (shared_word::sleeping_readers(state) != 0) {
        // relaxed: as above. On failure `state` is the newer word.
        if (word_.compare_exchange_weak(state, state - shared_word::one_sleeping_reader,
                                        std::memory_order_relaxed, std::memory_order_relaxed))
            return true;
    }
    return false;
}

} // namespace kev::lab08
