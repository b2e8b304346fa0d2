#include <kev/lab04/queue_mutex.hpp>

namespace kev::lab04 {

void queue_mutex::lock_slow() noexcept {
    wait_block self;
    if (lock_or_queue(self, place::last)) return;
    lab02::default_event.wait(&self);
    lock_when_taken_out(self);
}

void queue_mutex::lock_when_taken_out(wait_block& self) noexcept {
    for (;;) {
        // relaxed: it only lets the next unlocker wake somebody; the data comes with L1. Before the
        // attempt: if that fails, the one who has the lock then will see that nobody is on the way.
        word_.fetch_sub(waking, std::memory_order_relaxed);
        // To the front: it was the first when it was taken out. (Two may be on the way at once, and change
        // places here.)
        if (lock_or_queue(self, place::first)) return;
        lab02::default_event.wait(&self);
    }
}

bool queue_mutex::unlock_before_sleep(wait_block const& self) noexcept {
    wait_block* const next = give_up();
    if (next == &self) return false;
    wake(next);
    return true;
}

void queue_mutex::requeue(wait_queue& waiters) noexcept {
    enter_queue();
    queue_.append(waiters);
    wake(leave_queue(0));
}

// Takes the lock (true), or puts `self` into the queue of an owner who will find it there (false).
bool queue_mutex::lock_or_queue(wait_block& self, place where) noexcept {
    back_off others;
    for (;;) {
        // relaxed: every decision below is confirmed by a read-modify-write of the same word.
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        if ((state & owned) == 0) {
            if (take()) return true;
        } else if ((state & guard) != 0) {
            others.pause();
            // acquire: Q1, pairs with Q2; the queue as the last one left it. relaxed: on failure the
            // word has changed, and is looked at again.
        } else if (word_.compare_exchange_weak(state, state | guard, std::memory_order_acquire,
                                               std::memory_order_relaxed)) { // Q1
            where == place::first ? queue_.push_front(self) : queue_.push_back(self);
            leave_queue(0); // wakes nobody: the lock is owned, and stays so while we have the guard
            return false;
        }
    }
}

// Takes the guard. Spins while another thread has it, for a few instructions.
void queue_mutex::enter_queue() noexcept {
    back_off others;
    for (;;) {
        // acquire: Q3, pairs with Q2; the queue as the last one left it.
        if ((word_.fetch_or(guard, std::memory_order_acquire) & guard) == 0) return; // Q3
        // relaxed: only keeps the waiting threads from writing; Q3 decides.
        while ((word_.load(std::memory_order_relaxed) & guard) != 0) others.pause();
    }
}

// Lets the guard go and, if `given_up` is `owned`, the lock. If the lock is then free and nobody is on
// the way to it, takes the first out of the queue: the caller wakes it.
wait_block* queue_mutex::leave_queue(std::uint32_t given_up) noexcept {
    // relaxed: Q1 or Q3 has ordered the queue. Meanwhile others can only set `owned`, if it is not
    // given up here, and clear `waking`. If they do, this look is old, and no harm is done: the one
    // woken for nothing queues again; the one that has cleared `waking` is going to try, and either
    // takes the lock or queues, behind us.
    std::uint32_t const state = word_.load(std::memory_order_relaxed);
    bool const wakes = !queue_.empty() && ((state & ~given_up) & (owned | waking)) == 0;
    wait_block* const next = wakes ? &queue_.pop_front() : nullptr;
    std::uint32_t after = state & ~(guard | queued | given_up);
    if (!queue_.empty()) after |= queued;
    if (wakes) after |= waking;
    // release: Q2, pairs with Q1 and Q3: the queue; and U2, pairs with L1: the owner's writes. A
    // difference is added, not a value stored: it leaves alone what others have done in between.
    word_.fetch_add(after - state, std::memory_order_release); // Q2, U2
    return next;
}

} // namespace kev::lab04
