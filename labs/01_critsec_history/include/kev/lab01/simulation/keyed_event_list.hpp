/// @file
/// The keyed event of Windows XP: one linked list for all threads.
#pragma once

#include <kev/lab01/simulation/thread_record.hpp>

namespace kev::lab01::simulation {

/// The list of all threads that sleep in the keyed event, with any key. Blocked releasers stand in front of
/// the waiters. A waiter looks at the releasers only, and there are seldom any. A releaser walks past every
/// thread that sleeps with another key: O(n). In XP these are the threads of the whole machine.
/// Sources of the idea: Joe Duffy's account (2006); readers of XP's kernel report the order of its list.
/// The caller serializes the calls.
class keyed_event_list {
public:
    /// Takes a thread of the other side with this key out of the list and returns it: the waiter that came
    /// first, or the releaser that came last. If there is no such thread, queues `self` and returns null.
    /// The caller then sleeps until another thread takes it out.
    thread_record* meet(side mine, void const* key, thread_record& self) noexcept {
        if (thread_record* const partner = find(other(mine), key)) {
            all_.remove(*partner);
            return partner;
        }
        self.key = key;
        self.role = mine;
        if (mine == side::waiter)
            all_.append(self);
        else
            all_.prepend(self);
        return nullptr;
    }

    std::size_t size() const noexcept { return all_.size(); }

private:
    thread_record* find(side whose, void const* key) const noexcept {
        for (thread_record* each = all_.first(); each != nullptr; each = each->next) {
            if (each->role == whose && each->key == key) return each;
            // All releasers stand in front of the waiters, so there is none behind a waiter.
            if (whose == side::releaser && each->role == side::waiter) return nullptr;
        }
        return nullptr;
    }

    record_queue all_;
};

} // namespace kev::lab01::simulation
