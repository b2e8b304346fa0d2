/// @file
/// A2: thread_alert.hpp on a kernel that keeps no alert. **A thread that is about to sleep misses it.**
///
/// Such a kernel is made of a keyed event with the thread's id as its key: an alert looks once whether
/// that thread sleeps, as the broken gate of lab 02 does (K1).
#pragma once

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab06/nt_alert.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// Wakes a thread if it sleeps at this moment. Does not block.
inline void alert(nt::HANDLE thread) noexcept {
    ++this_thread_tally().releases;
    nt::LARGE_INTEGER once{0};
    nt::NtReleaseKeyedEvent(nullptr, thread, 0, &once);
}

/// Sleeps until another thread alerts this one; an alert that came before is gone. Blocks at most until
/// `limit` (null: no limit). @return false if that passed first.
///
/// The flag is the thread's, not the call's: a lock in a library that sleeps by alerts lowers it, too. So
/// from the moment that others can find the thread nothing that could take such a lock may come before this
/// call, or stand in it, unless the caller asks before each sleep for what the alert stands for, as
/// wait_bucket::withdraw() does. (The count of waits once stood here. With mingw-w64 a thread-local variable is
/// a call into the runtime, and under Wine one alert in some hundred thousand was gone: A7 in lesson 06.)
///
/// Nothing is said about memory: who alerts and who is woken order their data by other means.
inline bool wait_for_alert(void const*, nt::PLARGE_INTEGER limit = nullptr) noexcept {
    return nt::NtWaitForKeyedEvent(nullptr, this_thread_id(), 0, limit) != nt::STATUS_TIMEOUT;
}

} // namespace kev::lab06
