/// @file
/// The waiters of a bucket in the order in which they came.
#pragma once

#include <kev/lab06/thread_alert.hpp>
#include <kev/lab06/waiter.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// A doubly linked list through the waiters themselves. It does not lock: one thread at a time.
class wait_line {
public:
    bool empty() const noexcept { return first_.read() == nullptr; }

    bool has(waiter const& who) const noexcept { return who.line.read() == this; }

    void append(waiter& who) noexcept {
        waiter* const last = last_.read();
        who.previous.write(last);
        who.next.write(nullptr);
        who.line.write(this);
        (last != nullptr ? last->next : first_).write(&who);
        last_.write(&who);
    }

    void remove(waiter& who) noexcept {
        waiter* const before = who.previous.read();
        waiter* const after = who.next.read();
        (before != nullptr ? before->next : first_).write(after);
        (after != nullptr ? after->previous : last_).write(before);
        who.line.write(nullptr);
    }

    /// Appends a chain of arrivals. It is linked from the newest to the oldest: it is turned round.
    void append_arrivals(waiter* newest) noexcept {
        waiter* oldest = nullptr;
        while (newest != nullptr) {
            waiter* const before = newest->next.read();
            newest->next.write(oldest);
            oldest = newest;
            newest = before;
        }
        while (oldest != nullptr) {
            waiter* const after = oldest->next.read();
            append(*oldest);
            oldest = after;
        }
    }

    /// Moves those whom the request is for to the end of another line; of one address, the first in
    /// this line are the first there.
    void move_to(wait_line& called, request whom) noexcept {
        waiter* who = whom.is_for_nobody() ? nullptr : first_.read();
        while (who != nullptr) {
            waiter* const after = who->next.read();
            if (whom.is_for(*who)) {
                remove(*who);
                called.append(*who);
                if (whom.is_for_one()) return;
            }
            who = after;
        }
    }

    /// Becomes empty, and touches no waiter.
    void forget_all() noexcept {
        first_.write(nullptr);
        last_.write(nullptr);
    }

    /// Lets all go and wakes them. Each may be gone at once, so nothing of it is read after that.
    void call_all() noexcept {
        waiter* who = first_.read();
        while (who != nullptr) {
            waiter* const after = who->next.read();
            nt::HANDLE const thread = who->thread.read();
            who->let_go();
            alert(thread);
            who = after;
        }
    }

private:
    kev::shared<waiter*> first_;
    kev::shared<waiter*> last_;
};

} // namespace kev::lab06
