/// @file
/// The slow paths of shared_mutex.hpp, which includes this file.
#pragma once

#include <kev/lab08/back_off.hpp>
#include <kev/lab08/shared_mutex.hpp>
#include <kev/lab08/watched_sleep.hpp>

namespace kev::lab08 {

/// A writer spins for a while, then sleeps until it is called, and then tries again: the lock is not handed
/// over. @return false if the time was up while other threads were inside.
template <typename Word>
bool basic_shared_mutex<Word>::lock_slow(sleep_limit auto const& limit) noexcept {
    state_t mine = 0; // `waking`, while this thread owes the word that bit
    back_off patience;
    for (;;) {
        // relaxed: every decision below is confirmed by an exchange, but for leaving without a duty.
        state_t state = word_.load(std::memory_order_relaxed);
        // acquire: SH1, pairs with SH3. relaxed: after a failure `state` shows the threads that barged in.
        if (shared_word::admits_writer(state) &&
            word_.compare_exchange_weak(state, (state - mine) | shared_word::exclusive,
                                        std::memory_order_acquire,
                                        std::memory_order_relaxed)) // SH1
            return word_.note_writer_if(true);
        if (shared_word::admits_writer(state)) continue; // failed, and no thread was faster
        if (mine == 0) word_.check_waiter();
        if (limit.passed()) {
            // `waking` promised a look at the word: a step may be due without this writer.
            if (mine == 0 || make(state, shared_word::settle(state - mine))) return false;
        } else if (!patience.is_over()) {
            if (mine == 0) mine = announce(state);
            patience.pass_time();
        } else if (!shared_word::has_room_for_writer(state)) {
            kev::yield();
        } else {
            watched_sleep const watched(&word_);
            // relaxed: the comparison checks that other threads are inside: they will see this sleeper.
            if (!word_.compare_exchange_weak(state, state - mine + shared_word::one_sleeping_writer,
                                             std::memory_order_relaxed, std::memory_order_relaxed))
                continue;
            if (!way::sleep<shared_word::writers_sleep>(word_, limit,
                                                        [this] { return writer_leaves(); }))
                return false;
            mine = shared_word::waking;
            patience = {}; // called: spinning is worth another try
        }
    }
}

/// A spinning writer keeps new readers out, as a called one does: readers that come and go would never leave it
/// a gap. parking_lot's writer does the same. @return `waking`, or 0 if another writer has it or the word has
/// changed.
template <typename Word>
auto basic_shared_mutex<Word>::announce(state_t state) noexcept -> state_t {
    if ((state & shared_word::waking) != 0) return 0;
    // relaxed: no data is passed here. The comparison checks that other threads are inside; the last of
    // them calls no thread, since this writer looks at the word again.
    bool const mine = word_.compare_exchange_weak(
        state, state | shared_word::waking, std::memory_order_relaxed, std::memory_order_relaxed);
    return mine ? shared_word::waking : 0;
}

/// A sleeping writer's time is up. It was a reason for readers to wait; they may go in now.
/// @return false if this thread has to take a call.
template <typename Word>
bool basic_shared_mutex<Word>::writer_leaves() noexcept {
    // relaxed: the exchange confirms it.
    state_t state = word_.load(std::memory_order_relaxed);
    while (way::may_leave<shared_word::writers_sleep>(state)) {
        if (make(state, shared_word::settle(state - shared_word::one_sleeping_writer))) return true;
    }
    return false;
}

/// A reader spins for a while and then sleeps. If it has slept, it is inside when it wakes. @return false if the time was up before.
template <typename Word>
bool basic_shared_mutex<Word>::lock_shared_slow(sleep_limit auto const& limit) noexcept {
    back_off patience;
    for (;;) {
        if (try_lock_shared()) return true;
        word_.check_waiter();
        if (limit.passed()) return false;
        // relaxed: the exchange confirms it.
        state_t state = word_.load(std::memory_order_relaxed);
        if (shared_word::admits_reader(state)) continue;
        if (!patience.is_over()) {
            patience.pass_time();
            continue;
        }
        if (!shared_word::has_room_for_reader(state)) {
            kev::yield();
            continue;
        }
        watched_sleep const watched(&word_);
        // relaxed: the comparison checks that a writer is there: it will see this sleeper.
        if (!word_.compare_exchange_weak(state, state + shared_word::one_sleeping_reader,
                                         std::memory_order_relaxed, std::memory_order_relaxed))
            continue;
        return way::sleep<shared_word::readers_sleep>(word_, limit); // it acquires (SL1)
    }
}

} // namespace kev::lab08
