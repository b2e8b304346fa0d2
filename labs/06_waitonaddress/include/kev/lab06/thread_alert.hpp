/// @file
/// The raw alert calls with what a wait on an address needs of them, and nothing else.
#pragma once

#include <kev/lab06/nt_alert.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// Wakes a thread, or lets its next wait return at once. The thread may have ended in the meantime:
/// then nothing happens, or a later thread of the same id is woken for nothing, which it must be ready
/// for anyway. Does not block.
inline void alert(nt::HANDLE thread) noexcept {
    ++this_thread_tally().releases;
    nt::NtAlertThreadByThreadId(thread);
}

/// Sleeps until another thread alerts this one; an alert that came before counts. Blocks at most until
/// `limit` (null: no limit). @return false if that passed first.
///
/// Nothing is said about memory: who alerts and who is woken order their data by other means.
inline bool wait_for_alert(void const* address, nt::PLARGE_INTEGER limit = nullptr) noexcept {
    ++this_thread_tally().waits;
    return nt::NtWaitForAlertByThreadId(const_cast<void*>(address), limit) != nt::STATUS_TIMEOUT;
}

} // namespace kev::lab06
