/// @file
/// The raw alert calls with what a wait on an address needs of them, and nothing else.
#pragma once

#include <kev/lab06/nt_alert.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// Wakes a thread, or makes its next wait return at once. If the thread has ended, nothing happens, or a later
/// thread with the same id is woken for no reason, which it must expect anyway. Does not block.
inline void alert(nt::HANDLE thread) noexcept {
    nt::NtAlertThreadByThreadId(thread);
    count_call(&tally::releases);
}

/// Sleeps until another thread alerts this one. An alert that came before counts, too. Blocks at most until
/// `limit` (null: no limit). @return false if that passed first.
///
/// The flag belongs to the thread and not to this call. A lock in a library that sleeps by alerts lowers it, too.
/// So the caller looks before each sleep at what the alert stands for, such as waiter::was_let_go(). Between that
/// look and this call, and in it, nothing may take such a lock (A7 in lesson 06).
///
/// Nothing is said about memory. The alerting thread and the woken thread order their data by other means.
inline bool wait_for_alert(void const* address, nt::PLARGE_INTEGER limit = nullptr) noexcept {
    return nt::NtWaitForAlertByThreadId(const_cast<void*>(address), limit) != nt::STATUS_TIMEOUT;
}

} // namespace kev::lab06
