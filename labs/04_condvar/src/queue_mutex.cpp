#include <kev/lab04/queue_mutex.hpp>

namespace kev::lab04 {

void queue_mutex::lock_slow() noexcept {
    wait_block self;
    if (lock_or_queue(self, place::last)) return;
    lab02::default_event.wait(&self);
    lock_when_taken_out(self);
}

// [lock_when_taken_out]
void queue_mutex::lock_when_taken_out(wait_block& self) noexcept {
    for (;;) {
        // relaxed: it passes no data. It comes before the attempt to lock: if the attempt fails, the
        // owner must see that no woken thread is on its way any more.
        word_.fetch_sub(waking, std::memory_order_relaxed);
        // To the front: this thread was the first when it was taken out. (Since `waking` is clear, a
        // second thread may have been woken by now. The two may change places here.)
        if (lock_or_queue(self, place::first)) return;
        lab02::default_event.wait(&self);
    }
}
// [/lock_when_taken_out]

// [unlock_before_sleep]
bool queue_mutex::unlock_before_sleep(wait_block const& self) noexcept {
    wait_block* const next = give_up();
    if (next == &self) return false;
    wake(next);
    return true;
}
// [/unlock_before_sleep]

// [requeue]
void queue_mutex::requeue(wait_queue& waiters) noexcept {
    take_guard();
    queue_.append(waiters);
    wake(drop_guard(0));
}
// [/requeue]

// Takes the lock (true), or puts `self` into the queue, where the owner will find it (false).
// [lock_or_queue]
bool queue_mutex::lock_or_queue(wait_block& self, place where) noexcept {
    back_off others;
    for (;;) {
        // relaxed: every decision below is confirmed by a read-modify-write of the same word.
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        if ((state & owned) == 0) {
            if (take()) return true;
        } else if ((state & guard) != 0) {
            others.pause();
            // acquire: Q1, pairs with Q2; the queue as its last user left it. relaxed: on failure the
            // word has changed, and the loop looks again.
        } else if (word_.compare_exchange_weak(state, state | guard, std::memory_order_acquire,
                                               std::memory_order_relaxed)) { // Q1
            where == place::first ? queue_.push_front(self) : queue_.push_back(self);
            drop_guard(0); // wakes no thread: the lock stays owned while this thread has the guard
            return false;
        }
    }
}
// [/lock_or_queue]

// Takes the guard. Spins while another thread has it, which is for a few instructions.
void queue_mutex::take_guard() noexcept {
    back_off others;
    for (;;) {
        // acquire: Q3, pairs with Q2; the queue as its last user left it.
        if ((word_.fetch_or(guard, std::memory_order_acquire) & guard) == 0) return; // Q3
        // relaxed: only keeps the waiting threads from writing; Q3 decides.
        while ((word_.load(std::memory_order_relaxed) & guard) != 0) others.pause();
    }
}

// Gives up the guard and, if `given_up` is `owned`, the lock. If the lock is then free and no woken thread
// is on its way, takes the first block out of the queue and returns it: the caller must wake its thread.
// [drop_guard]
wait_block* queue_mutex::drop_guard(std::uint32_t given_up) noexcept {
    // relaxed: Q1 or Q3 has ordered the queue. While this thread has the guard, other threads can change
    // two bits only, and neither does harm. A thread may set `owned`: then the thread that is woken here
    // finds the lock owned and queues again. A woken thread may clear `waking`: then it locks next, or
    // it queues after this thread has given up the guard.
    std::uint32_t const state = word_.load(std::memory_order_relaxed);
    bool const wakes = !queue_.empty() && ((state & ~given_up) & (owned | waking)) == 0;
    wait_block* const next = wakes ? &queue_.pop_front() : nullptr;
    std::uint32_t after = state & ~(guard | queued | given_up);
    if (!queue_.empty()) after |= queued;
    if (wakes) after |= waking;
    // release: Q2, pairs with Q1 and Q3: the queue; and U2, pairs with L1: the owner's writes. It adds a
    // difference and does not store a value, so changes that others made after the look stay.
    word_.fetch_add(after - state, std::memory_order_release); // Q2, U2
    return next;
}
// [/drop_guard]

} // namespace kev::lab04
