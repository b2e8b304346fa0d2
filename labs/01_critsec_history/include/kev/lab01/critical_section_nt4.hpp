/// @file
/// The first generation: everything is allocated when a section is made.
#pragma once

#include <kev/lab01/section_core.hpp>

namespace kev::lab01 {

/// A critical section as before Windows 2000. Its event is made with it: making one can fail, entering
/// and leaving never do. Each takes a handle and non-paged pool, used or not.
///
/// Not a RAII class: its calls are those of the API, so that each can be seen to fail.
class critical_section_nt4 : public section_core {
public:
    /// Makes the section ready. Throws `raised` if something could not be had; nothing is kept then.
    void initialize() {
        if (NTSTATUS const status = set_up(0); status != STATUS_SUCCESS) throw raised(status);
    }

    /// As initialize(); enter() then looks `spins` times before it sleeps. @return false instead of
    /// throwing.
    bool initialize_and_spin_count(std::uint32_t spins) noexcept {
        return set_up(spins) == STATUS_SUCCESS;
    }

    /// Enters. Blocks while another thread is in; the owner may enter again.
    void enter() noexcept {
        if (arrive()) return;
        kernel::wait_for_event(event());
        take_over();
    }

    /// Leaves; only the owner may, once for each time it has entered. Hands the section to the first
    /// that waits. Never blocks.
    void leave() noexcept {
        if (depart()) kernel::set_event(event());
    }

    /// Gives back what initialize() took (DeleteCriticalSection). Nobody may be in or wait.
    void destroy() noexcept {
        kernel::close(event());
        give_back_debug_record();
        make_unusable();
    }

private:
    NTSTATUS set_up(std::uint32_t spins) noexcept {
        NTSTATUS status = take_debug_record();
        if (status != STATUS_SUCCESS) return status;
        kernel::handle event = kernel::no_handle;
        status = kernel::create_event(event);
        if (status == STATUS_SUCCESS) {
            make_free(event, spins);
        } else {
            give_back_debug_record();
        }
        return status;
    }

    kernel::handle event() const noexcept {
        // relaxed: written once, before any other thread knew of the section.
        return lock_semaphore_.load(std::memory_order_relaxed);
    }
};

} // namespace kev::lab01
