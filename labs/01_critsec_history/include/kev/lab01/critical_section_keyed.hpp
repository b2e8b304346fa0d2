/// @file
/// A generation that was never built, for contrast: it has the keyed event and no event of its own.
#pragma once

#include <kev/lab01/section_core.hpp>

namespace kev::lab01 {

/// The critical section that Windows Vista could have had once its keyed event was fast. It has no
/// event and no record for debuggers, and allocates nothing. So no call can fail, not even initialize().
///
/// Microsoft did not build it. LockSemaphore would always be 0, and debuggers and customers' programs
/// read that field.
class critical_section_keyed : public section_core {
public:
    /// Makes the section ready. Cannot fail.
    void initialize() noexcept { make_free(kernel::no_handle, 0); }

    /// As initialize(); enter() then looks `spins` times before it sleeps. @return true.
    bool initialize_and_spin_count(std::uint32_t spins) noexcept {
        make_free(kernel::no_handle, spins);
        return true;
    }

    /// Enters. Blocks while another thread owns the section; the owner may enter again.
    void enter() noexcept {
        if (arrive()) return;
        kernel::wait_for_keyed_event(this);
        take_over();
    }

    /// Leaves. Only the owner may call it, once for each time it has entered. Hands the section to the
    /// first waiter. In the keyed event it blocks until that waiter, which has announced itself, sleeps.
    void leave() noexcept {
        if (depart()) kernel::release_keyed_event(this);
    }

    /// Frees nothing, because initialize() allocates nothing. No thread may own the section or wait for it.
    void destroy() noexcept { make_unusable(); }
};

} // namespace kev::lab01
