/// @file
/// The first generation: it allocates everything when a section is made.
#pragma once

#include <kev/lab01/section_core.hpp>

namespace kev::lab01 {

/// A critical section as before Windows 2000. initialize() makes the event, and may fail. Entering and
/// leaving never fail. Each section takes a handle and non-paged pool, whether it is ever contended or not.
///
/// The class is no RAII class: its calls are those of the API, so that a test can see each of them fail.
class critical_section_nt4 : public section_core {
public:
    /// Makes the section ready. Throws `raised` if an allocation fails, and then keeps nothing.
    void initialize() {
        if (NTSTATUS const status = set_up(0); status != STATUS_SUCCESS) throw raised(status);
    }

    /// As initialize(); enter() then looks `spins` times before it sleeps. @return false instead of
    /// throwing.
    bool initialize_and_spin_count(std::uint32_t spins) noexcept {
        return set_up(spins) == STATUS_SUCCESS;
    }

    /// Enters. Blocks while another thread owns the section; the owner may enter again.
    // [enter]
    void enter() noexcept {
        if (arrive()) return;
        kernel::wait_for_event(event());
        take_over();
    }
    // [/enter]

    /// Leaves. Only the owner may call it, once for each time it has entered. Hands the section to the
    /// first waiter. Never blocks.
    // [leave]
    void leave() noexcept {
        if (depart()) kernel::set_event(event());
    }
    // [/leave]

    /// Gives back what initialize() took (DeleteCriticalSection). No thread may own the section or wait for it.
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
        // relaxed: set_up() has written it before any other thread knew of the section.
        return lock_semaphore_.load(std::memory_order_relaxed);
    }
};

} // namespace kev::lab01
