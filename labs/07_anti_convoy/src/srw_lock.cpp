#include <kev/lab07/srw_lock.hpp>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab07/back_off.hpp>

namespace kev::lab07 {

void srw_lock::wait_and_enter(bool exclusive) noexcept {
    srw_block self(exclusive);
    if (enter_or_queue(self, place::newcomer)) return;
    do {
        lab02::default_event.wait(&self);
    } while (!enter_or_queue(self, place::woken));
}

// Takes the lock as the block wants it (true), or stands in the queue where its owner will find it (false).
bool srw_lock::enter_or_queue(srw_block& self, place from) noexcept {
    srw_view view(take_guard());
    if (from == place::woken) view.waking = false;
    bool const entered = self.exclusive.read() ? enter_alone(view) : enter_shared(view, from);
    if (!entered && from == place::woken)
        view.push_front(self); // it has waited longer than any other
    if (!entered && from == place::newcomer) view.push_back(self);
    leave_guard(view);
    return entered;
}

// If it fails, somebody owns the lock and will not give it up before the guard is free: so the block that is
// queued then is found.
bool srw_lock::enter_alone(srw_view& view) noexcept {
    bool const taken = take();
    view.note_owned();
    return taken;
}

bool srw_lock::enter_shared(srw_view& view, place from) noexcept {
    bool const joins = view.shared && (from == place::woken || !view.writer_is_first());
    if (!joins && (view.shared || !enter_alone(view))) return false;
    // A reader that has found the lock free shares it like any other, queue or no queue (P3).
    view.shared = true;
    ++view.readers;
    return true;
}

bool srw_lock::try_join_slow() noexcept {
    srw_view view(take_guard());
    bool const entered = enter_shared(view, place::newcomer);
    leave_guard(view);
    return entered;
}

void srw_lock::unlock_slow() noexcept {
    srw_view view(take_guard());
    view.owned = false;
    leave_guard(view);
}

void srw_lock::unlock_shared_slow() noexcept {
    srw_view view(take_guard());
    if (--view.readers == 0) view.owned = view.shared = false;
    leave_guard(view);
}

// Spins while another thread has the guard, for a few instructions.
std::uintptr_t srw_lock::take_guard() noexcept {
    back_off others;
    for (;;) {
        // acquire: G1, pairs with G2: the queue as the last one left it; and with W2 and R2.
        std::uintptr_t const word =
            word_.fetch_or(srw_word::guard, std::memory_order_acquire); // G1
        if ((word & srw_word::guard) == 0) return word | srw_word::guard;
        // relaxed: only keeps the waiting threads from writing; G1 decides.
        while ((word_.load(std::memory_order_relaxed) & srw_word::guard) != 0) others.pause();
    }
}

// Lets the guard go. If the first in the queue could have the lock, and nobody is on the way to it, wakes
// that one. (The view may say "free" although a writer has taken the lock since. Then one is woken in vain,
// and queues again.)
void srw_lock::leave_guard(srw_view& view) noexcept {
    srw_block* const next = view.should_wake() ? &view.pop_front() : nullptr;
    if (next != nullptr) view.waking = true;
    // release: G2, pairs with G1, W1 and R1: the queue, and what this owner did, if it gives the lock up.
    word_.fetch_add(view.change(), std::memory_order_release); // G2
    if (next != nullptr) lab02::default_event.release(next);
}

} // namespace kev::lab07
