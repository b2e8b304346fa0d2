/// @file
/// The waiters of a bucket in order of arrival.
#pragma once

#include <kev/lab06/thread_alert.hpp>
#include <kev/lab06/waiter.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// A doubly linked list through the wait blocks themselves. It does not lock: only the bucket's attendant uses it.
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

    /// Appends a chain of arrivals. The chain is linked from the newest to the oldest, so it is reversed.
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

    /// Moves the waiters that the request is for to the end of another line, in the order of this line.
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

    /// Lets all waiters go and alerts them. A block may be gone after let_go(), so it is not read any more.
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
