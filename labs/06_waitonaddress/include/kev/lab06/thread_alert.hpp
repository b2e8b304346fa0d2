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
    nt::NtAlertThreadByThreadId(thread);
    count_call(&tally::releases);
}

/// Sleeps until another thread alerts this one; an alert that came before counts. Blocks at most until
/// `limit` (null: no limit). @return false if that passed first.
///
/// The flag is the thread's, not the call's: a lock in a library that sleeps by alerts lowers it, too. So the caller
/// asks before each sleep for what the alert stands for, such as waiter::was_let_go(). Between that look and this call,
/// and in it, nothing may take such a lock: A7 in lesson 06.
///
/// Nothing is said about memory: who alerts and who is woken order their data by other means.
inline bool wait_for_alert(void const* address, nt::PLARGE_INTEGER limit = nullptr) noexcept {
    return nt::NtWaitForAlertByThreadId(const_cast<void*>(address), limit) != nt::STATUS_TIMEOUT;
}

} // namespace kev::lab06
