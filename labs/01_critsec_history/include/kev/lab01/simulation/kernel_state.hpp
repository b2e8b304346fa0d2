/// @file
/// The decisions of the simulated kernel, without locks and without sleep. Every world shares them.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>

#include <kev/lab01/simulation/keyed_event_list.hpp>
#include <kev/lab01/simulation/resources.hpp>

namespace kev::lab01::simulation {

/// An auto-reset event, or a free place for one.
struct event_object {
    bool open = false;
    bool signaled = false;
    record_queue waiters;
    std::size_t next_free = 0; ///< in a free place: the index of the next free place, plus 1
};

/// The handle table with its events, the keyed event, and the account. It holds at most `Slots` events
/// and allocates nothing. The caller serializes the calls, and puts threads to sleep and wakes them as the
/// calls say.
template <std::size_t Slots>
class kernel_state {
public:
    resources account;
    keyed_event_list keyed_event;

    /// Resets the kernel. It does not assign a new object, because the table may be larger than a stack.
    void clear() noexcept {
        account = {};
        keyed_event = {};
        fresh_ = 0;
        first_free_ = 0;
    }

    /// Makes an event and its handle. `chosen`: the world has chosen that this call fails.
    NTSTATUS create_event(kernel::handle& made, bool chosen) noexcept {
        if (NTSTATUS const status = account.take_event(chosen); status != STATUS_SUCCESS)
            return status;
        std::size_t index = first_free_;
        if (index != 0) {
            first_free_ = slots_[--index].next_free;
        } else if (fresh_ < Slots) {
            index = fresh_++;
        } else {
            misuse("more events than the table has places for; set a quota");
        }
        slots_[index] = {};
        slots_[index].open = true;
        made = (index + 1) * 4;
        return STATUS_SUCCESS;
    }

    void close(kernel::handle which) noexcept {
        event_object& event = at(which);
        if (event.waiters.size() != 0) misuse("an event is closed while threads wait for it");
        event.open = false;
        event.next_free = first_free_;
        first_free_ = which / 4;
        account.give_event();
    }

    /// @return the thread that the caller has to wake. Null: no thread waits, and the event stays signaled.
    thread_record* set_event(kernel::handle which) noexcept {
        event_object& event = at(which);
        thread_record* const waiter = event.waiters.first();
        if (waiter != nullptr) {
            event.waiters.remove(*waiter);
        } else {
            event.signaled = true;
        }
        return waiter;
    }

    /// @return whether the caller goes on. If not, `self` is queued, and the caller sleeps until it is woken.
    bool wait_for_event(kernel::handle which, thread_record& self) noexcept {
        event_object& event = at(which);
        if (event.signaled) {
            event.signaled = false;
            return true;
        }
        event.waiters.append(self);
        return false;
    }

    std::size_t waiters_of(kernel::handle which) noexcept { return at(which).waiters.size(); }

private:
    // NT would answer STATUS_INVALID_HANDLE. No section of this lab ever uses such a handle, so here it is
    // a mistake in the lab's own code.
    event_object& at(kernel::handle which) noexcept {
        std::size_t const index = which / 4 - 1; // of handle 0: very large
        if (which % 4 != 0 || index >= fresh_ || !slots_[index].open)
            misuse("a handle is used that is not open");
        return slots_[index];
    }

    [[noreturn]] static void misuse(char const* what) noexcept {
        std::fprintf(stderr, "the simulated kernel: %s\n", what);
        std::abort();
    }

    std::array<event_object, Slots> slots_{};
    std::size_t fresh_ = 0;      // the first place that was never used
    std::size_t first_free_ = 0; // the index of the first place that was given back, plus 1
};

} // namespace kev::lab01::simulation
