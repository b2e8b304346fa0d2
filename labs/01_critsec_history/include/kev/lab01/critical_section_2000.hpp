/// @file
/// The second generation: it makes the event at the first contention. **That can fail (C1, C2).**
#pragma once

#include <kev/lab01/section_core.hpp>

namespace kev::lab01 {

/// A critical section as in Windows 2000. A section that is never contended takes no handle. But enter()
/// and leave() can fail, and then the section is damaged: the announcement of the failed thread stays, so
/// the owner hands the section to a thread that has left.
class critical_section_2000 : public section_core {
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

    /// Enters. Blocks while another thread owns the section; the owner may enter again. Throws `raised` if
    /// it must wait and no event can be made. The section is damaged then: C1.
    // [enter]
    void enter() {
        if (arrive()) return;
        kernel::wait_for_event(event()); // C1 if event() throws: announced, and gone
        take_over();
    }
    // [/enter]

    /// Leaves. Only the owner may call it, once for each time it has entered. Hands the section to the
    /// first waiter. Never blocks. Throws `raised` if a thread has announced itself and no event can be
    /// made. The section then has no owner and is never free again: C2.
    // [leave]
    void leave() {
        if (depart()) kernel::set_event(event()); // C2 if event() throws
    }
    // [/leave]

    /// Gives back what was taken (DeleteCriticalSection). No thread may own the section or wait for it.
    void destroy() noexcept {
        // relaxed: no other thread uses the section any more.
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

    /// Returns the section's event, and makes it first if there is none. A waiter and an owner that leaves
    /// both call this, and either of them may be the first.
    // [event]
    kernel::handle event() {
        // relaxed: the handle is a number that the kernel looks up under its own lock.
        kernel::handle known = lock_semaphore_.load(std::memory_order_relaxed);
        if (known != kernel::no_handle) return known;
        kernel::handle mine = kernel::no_handle;
        if (NTSTATUS const status = kernel::create_event(mine); status != STATUS_SUCCESS)
            throw raised(status);
        // relaxed: the handle is a number. On failure `known` is the event of a faster thread.
        if (lock_semaphore_.compare_exchange_strong(known, mine, std::memory_order_relaxed,
                                                    std::memory_order_relaxed))
            return mine;
        kernel::close(mine);
        return known;
    }
    // [/event]
};

} // namespace kev::lab01
