/// @file
/// The third generation. You decide where its threads sleep.
#pragma once

#include <kev/lab01/section_core.hpp>

namespace kev::lab01 {

/// A critical section as in Windows XP. The first contention decides for good where its threads sleep: in
/// an event of its own, or in the keyed event that is always there, with the section's address as key.
/// Entering and leaving never fail.
class critical_section_xp : public section_core {
public:
    /// The bit of a spin count that makes initialize_and_spin_count() create the event at once.
    static constexpr std::uint32_t preallocate = 0x8000'0000;

    /// Makes the section ready. Throws `raised` if an allocation fails, and then keeps nothing.
    void initialize() {
        if (NTSTATUS const status = set_up(0); status != STATUS_SUCCESS) throw raised(status);
    }

    /// As initialize(); enter() then looks `spins` times before it sleeps. With `preallocate` in
    /// `spins` the event is made now. @return false instead of throwing.
    bool initialize_and_spin_count(std::uint32_t spins) noexcept {
        return set_up(spins) == STATUS_SUCCESS;
    }

    /// Enters. Blocks while another thread owns the section; the owner may enter again.
    void enter() noexcept {
        if (arrive()) return;
        if (kernel::handle const place = sleeping_place(); place != use_keyed_event) {
            kernel::wait_for_event(place);
        } else {
            kernel::wait_for_keyed_event(this);
        }
        take_over();
    }

    /// Leaves. Only the owner may call it, once for each time it has entered. Hands the section to the
    /// first waiter. In the keyed event it blocks until that waiter, which has announced itself, sleeps.
    void leave() noexcept {
        if (!depart()) return;
        if (kernel::handle const place = sleeping_place(); place != use_keyed_event) {
            kernel::set_event(place);
        } else {
            kernel::release_keyed_event(this);
        }
    }

    /// Gives back what was taken (DeleteCriticalSection). No thread may own the section or wait for it.
    void destroy() noexcept {
        // relaxed: no other thread uses the section any more.
        kernel::handle const made = lock_semaphore_.load(std::memory_order_relaxed);
        if (made != kernel::no_handle && made != use_keyed_event) kernel::close(made);
        give_back_debug_record();
        make_unusable();
    }

private:
    NTSTATUS set_up(std::uint32_t spins) noexcept {
        NTSTATUS status = take_debug_record();
        if (status != STATUS_SUCCESS) return status;
        kernel::handle event = kernel::no_handle;
        if ((spins & preallocate) != 0) status = kernel::create_event(event);
        if (status == STATUS_SUCCESS) {
            make_free(event, spins);
        } else {
            give_back_debug_record();
        }
        return status;
    }

    /// Returns where the threads of this section sleep, and decides it if no thread has yet. The first
    /// decision holds for all: a waiter in an event and an owner at the keyed event would never meet.
    kernel::handle sleeping_place() noexcept {
        // TODO(you): return the event if it is known. Else make an event and offer it, or offer the keyed
        // event if no event can be made. As it stands, every section sleeps in the keyed event. No Windows did.
        return use_keyed_event;
    }
};

} // namespace kev::lab01
