/// @file
/// The third generation; where its threads sleep is yours to decide.
#pragma once

#include <kev/lab01/section_core.hpp>

namespace kev::lab01 {

/// A critical section as in Windows XP. Its place to sleep is decided when it is first needed, once and
/// for all: an event of its own, or else the keyed event that is always there, with the section's
/// address as key. Entering and leaving never fail.
class critical_section_xp : public section_core {
public:
    /// The bit of a spin count that asks for the event at once, as the first generation had it.
    static constexpr std::uint32_t preallocate = 0x8000'0000;

    /// Makes the section ready. Throws `raised` if something could not be had; nothing is kept then.
    void initialize() {
        if (NTSTATUS const status = set_up(0); status != STATUS_SUCCESS) throw raised(status);
    }

    /// As initialize(); enter() then looks `spins` times before it sleeps. With `preallocate` in
    /// `spins` the event is made now. @return false instead of throwing.
    bool initialize_and_spin_count(std::uint32_t spins) noexcept {
        return set_up(spins) == STATUS_SUCCESS;
    }

    /// Enters. Blocks while another thread is in; the owner may enter again.
    void enter() noexcept {
        if (arrive()) return;
        if (kernel::handle const place = sleeping_place(); place != use_keyed_event) {
            kernel::wait_for_event(place);
        } else {
            kernel::wait_for_keyed_event(this);
        }
        take_over();
    }

    /// Leaves; only the owner may, once for each time it has entered. Hands the section to the first
    /// that waits. Blocks at most until that thread, which has announced itself, is in the kernel.
    void leave() noexcept {
        if (!depart()) return;
        if (kernel::handle const place = sleeping_place(); place != use_keyed_event) {
            kernel::set_event(place);
        } else {
            kernel::release_keyed_event(this);
        }
    }

    /// Gives back what was taken (DeleteCriticalSection). Nobody may be in or wait.
    void destroy() noexcept {
        // relaxed: nobody else uses the section any more.
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

    /// Where threads of this section sleep; decided now if it is not yet. Whoever decides first decides
    /// for all: a waiter in an event and an owner at the keyed event would never meet.
    kernel::handle sleeping_place() noexcept {
        // TODO(you): the event if it is known; else make one and offer it; the keyed event if there is
        // none to be had. As it stands, every section sleeps in the keyed event, as no Windows ever did.
        return use_keyed_event;
    }
};

} // namespace kev::lab01
