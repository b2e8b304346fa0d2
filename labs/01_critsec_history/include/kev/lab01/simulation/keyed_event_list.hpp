/// @file
/// The keyed event of Windows XP: one linked list for everybody.
#pragma once

#include <kev/lab01/simulation/thread_record.hpp>

namespace kev::lab01::simulation {

/// All threads that sleep in the keyed event, whatever their key, in the order in which they came. To
/// find the one with a given key the list is walked from its head: O(n) in the threads that sleep. In
/// XP these are the threads of the whole machine.
/// Source of the idea: Joe Duffy's account (2006). Calls are serialised by the caller.
class keyed_event_list {
public:
    /// Takes the first thread of the other side that has this key out of the list and returns it; if
    /// there is none, appends `self` and returns null: the caller then sleeps until it is taken.
    thread_record* meet(side mine, void const* key, thread_record& self) noexcept {
        for (thread_record* each = all_.first(); each != nullptr; each = each->next) {
            if (each->key != key || each->role != other(mine)) continue;
            all_.remove(*each);
            return each;
        }
        self.key = key;
        self.role = mine;
        all_.append(self);
        return nullptr;
    }

    std::size_t size() const noexcept { return all_.size(); }

private:
    record_queue all_;
};

} // namespace kev::lab01::simulation
