/// @file
/// The waiters of a bucket in the order in which they came.
#pragma once

#include <kev/lab06/thread_alert.hpp>
#include <kev/lab06/waiter.hpp>

namespace kev::lab06 {

/// A doubly linked list through the waiters themselves. It does not lock: one thread at a time.
class wait_line {
public:
    bool empty() const noexcept { return first_ == nullptr; }

    void append(waiter& who) noexcept {
        who.previous = last_;
        who.next = nullptr;
        who.line = this;
        (last_ != nullptr ? last_->next : first_) = &who;
        last_ = &who;
    }

    void remove(waiter& who) noexcept {
        (who.previous != nullptr ? who.previous->next : first_) = who.next;
        (who.next != nullptr ? who.next->previous : last_) = who.previous;
        who.line = nullptr;
    }

    /// Appends a chain of arrivals. It is linked from the newest to the oldest: it is turned round.
    void append_arrivals(waiter* newest) noexcept {
        waiter* oldest = nullptr;
        while (newest != nullptr) {
            waiter* const before = newest->next;
            newest->next = oldest;
            oldest = newest;
            newest = before;
        }
        while (oldest != nullptr) {
            waiter* const after = oldest->next;
            append(*oldest);
            oldest = after;
        }
    }

    /// Moves those whom the request is for to the end of another line; of one address, the first in
    /// this line are the first there.
    void move_to(wait_line& called, request whom) noexcept {
        waiter* who = whom.is_for_nobody() ? nullptr : first_;
        while (who != nullptr) {
            waiter* const after = who->next;
            if (whom.is_for(*who)) {
                remove(*who);
                called.append(*who);
                if (whom.is_for_one()) return;
            }
            who = after;
        }
    }

    /// Lets all go and wakes them. Each may be gone at once, so nothing of it is read after that.
    void call_all() noexcept {
        waiter* who = first_;
        first_ = last_ = nullptr;
        while (who != nullptr) {
            waiter* const after = who->next;
            nt::HANDLE const thread = who->thread;
            who->let_go();
            alert(thread);
            who = after;
        }
    }

private:
    waiter* first_ = nullptr;
    waiter* last_ = nullptr;
};

} // namespace kev::lab06
