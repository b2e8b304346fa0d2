/// @file
/// The keyed event of Windows XP: one linked list for everybody.
#pragma once

#include <kev/lab01/simulation/thread_record.hpp>

namespace kev::lab01::simulation {

/// All threads that sleep in the keyed event, whatever their key: first the blocked releasers, then the
/// waiters. A waiter looks at the releasers only, and there are seldom any. A releaser walks past every
/// thread that sleeps with another key: O(n). In XP these are the threads of the whole machine.
/// Sources of the idea: Joe Duffy's account (2006); the order of XP's list as readers of its kernel
/// report it. Calls are serialised by the caller.
class keyed_event_list {
public:
    /// Takes a thread of the other side that has this key out of the list and returns it: the waiter
    /// that came first, or the releaser that came last. If there is none, queues `self` and returns
    /// null: the caller then sleeps until it is taken.
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
            // All releasers stand in front: behind a waiter there are none.
            if (whose == side::releaser && each->role == side::waiter) return nullptr;
        }
        return nullptr;
    }

    record_queue all_;
};

} // namespace kev::lab01::simulation
