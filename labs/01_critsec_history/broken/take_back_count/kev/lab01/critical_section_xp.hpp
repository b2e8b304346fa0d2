/// @file
/// C3: critical_section_xp.hpp without the keyed event: an enter that fails takes its count back. **It
/// can let two threads in.**
#pragma once

#include <kev/lab01/section_core.hpp>

namespace kev::lab01 {

/// A critical section as Windows 2000 might have tried to mend its own: its event is made when it is
/// first needed, and a thread that cannot have one leaves no trace. Entering can fail, leaving cannot.
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

    /// Enters. Blocks while another thread is in; the owner may enter again. Throws `raised` if it has
    /// to wait and no event can be had; it takes its announcement back then. An owner that has seen the
    /// announcement hands over all the same, to nobody: the next visitor finds the event set.
    void enter() {
        if (arrive()) return;
        kernel::handle const place = sleeping_place();
        if (place == kernel::no_handle) {
            // relaxed: nothing was seen, and nothing is passed on.
            lock_count_.fetch_sub(1, std::memory_order_relaxed);
            throw raised(STATUS_INSUFFICIENT_RESOURCES);
        }
        kernel::wait_for_event(place);
        take_over();
    }

    /// Leaves; only the owner may, once for each time it has entered. Hands the section to the first
    /// that waits. Tries until an event can be had: there is no other way for it not to fail.
    void leave() noexcept {
        if (!depart()) return;
        kernel::handle place = sleeping_place();
        for (; place == kernel::no_handle; place = sleeping_place()) kev::yield();
        kernel::set_event(place);
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

    /// Where threads of this section sleep; made now if it is not there. None if it cannot be had.
    kernel::handle sleeping_place() noexcept {
        // relaxed: a handle is a number, and the kernel that looks it up has known it for longer than
        // this field.
        kernel::handle known = lock_semaphore_.load(std::memory_order_relaxed);
        if (known != kernel::no_handle) return known;
        kernel::handle mine = kernel::no_handle;
        if (kernel::create_event(mine) != STATUS_SUCCESS) return kernel::no_handle;
        // relaxed: as above. On failure `known` is the event of a thread that was faster.
        if (lock_semaphore_.compare_exchange_strong(known, mine, std::memory_order_relaxed,
                                                    std::memory_order_relaxed))
            return mine;
        kernel::close(mine);
        return known;
    }
};

} // namespace kev::lab01
