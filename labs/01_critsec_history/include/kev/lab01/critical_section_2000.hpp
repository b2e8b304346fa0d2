/// @file
/// The second generation: the event is made when it is first needed. **It can fail there (C1, C2).**
#pragma once

#include <kev/lab01/section_core.hpp>

namespace kev::lab01 {

/// A critical section as in Windows 2000. A section that is never contended takes no handle. But
/// entering and leaving can fail, and what they leave behind is damaged: the failed thread stays
/// announced, so the section is handed to somebody who is not there.
class critical_section_2000 : public section_core {
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

    /// Enters. Blocks while another thread is in; the owner may enter again. Throws `raised` if it has
    /// to wait and no event can be had: C1, the section is damaged then.
    void enter() {
        if (arrive()) return;
        kernel::wait_for_event(event()); // C1 if event() throws: announced, and gone
        take_over();
    }

    /// Leaves; only the owner may, once for each time it has entered. Hands the section to the first
    /// that waits. Never blocks. Throws `raised` if somebody has announced itself and no event can be
    /// had: C2, the section is then nobody's, and never free again.
    void leave() {
        if (depart()) kernel::set_event(event()); // C2 if event() throws
    }

    /// Gives back what was taken (DeleteCriticalSection). Nobody may be in or wait.
    void destroy() noexcept {
        // relaxed: nobody else uses the section any more.
        kernel::handle const made = lock_semaphore_.load(std::memory_order_relaxed);
        if (made != kernel::no_handle) kernel::close(made);
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

    /// The event; made now if it is not there. Both a waiter and an owner who leaves may come first.
    kernel::handle event() {
        // relaxed: a handle is a number, and the kernel that looks it up has known it for longer than
        // this field.
        kernel::handle known = lock_semaphore_.load(std::memory_order_relaxed);
        if (known != kernel::no_handle) return known;
        kernel::handle mine = kernel::no_handle;
        if (NTSTATUS const status = kernel::create_event(mine); status != STATUS_SUCCESS)
            throw raised(status);
        // relaxed: as above. On failure `known` is the event of a thread that was faster.
        if (lock_semaphore_.compare_exchange_strong(known, mine, std::memory_order_relaxed,
                                                    std::memory_order_relaxed))
            return mine;
        kernel::close(mine);
        return known;
    }
};

} // namespace kev::lab01
