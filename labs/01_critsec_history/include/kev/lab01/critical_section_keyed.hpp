/// @file
/// For contrast, a generation that never was: the keyed event and nothing else.
#pragma once

#include <kev/lab01/section_core.hpp>

namespace kev::lab01 {

/// What Windows Vista could have made of the critical section once its keyed event was fast: no event,
/// no record for debuggers, nothing that is allocated. Nothing of it can fail, making one included.
///
/// It was not done. LockSemaphore would always be 0, and debuggers and customers' programs read it.
class critical_section_keyed : public section_core {
public:
    /// Makes the section ready. Cannot fail.
    void initialize() noexcept { make_free(kernel::no_handle, 0); }

    /// As initialize(); enter() then looks `spins` times before it sleeps. @return true.
    bool initialize_and_spin_count(std::uint32_t spins) noexcept {
        make_free(kernel::no_handle, spins);
        return true;
    }

    /// Enters. Blocks while another thread is in; the owner may enter again.
    void enter() noexcept {
        if (arrive()) return;
        kernel::wait_for_keyed_event(this);
        take_over();
    }

    /// Leaves; only the owner may, once for each time it has entered. Hands the section to the first
    /// that waits. Blocks at most until that thread, which has announced itself, is in the kernel.
    void leave() noexcept {
        if (depart()) kernel::release_keyed_event(this);
    }

    /// Nothing was taken, so nothing is given back. Nobody may be in or wait.
    void destroy() noexcept { make_unusable(); }
};

} // namespace kev::lab01
