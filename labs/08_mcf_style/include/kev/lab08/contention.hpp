/// @file
/// A function of the program that is told when a thread sleeps in a lock, for a trace or for statistics.
#pragma once

#include <cstdint>

namespace kev::lab08 {

/// The events of which the hook is told.
enum class contention {
    sleep_begins, ///< the calling thread is about to sleep
    sleep_ended,  ///< the calling thread runs again, woken or because its time is up
};

/// The function. It is called by the thread that sleeps.
///
/// @param object       the address of the object in which the thread waits. A latch is named by the event inside, and a
///                     barrier by its condition variable or its mutex. The object of a condition variable may be gone: use
///                     its address only.
/// @param kind         what happens.
/// @param nanoseconds  when, on a steady clock (std::chrono::steady_clock).
///
/// The calls of one thread come in pairs, with the object of the first in the second. A pair encloses one call of the
/// system that sleeps. A wait may have several pairs, because a sleep may end for no reason; and a sleep ends at once if the
/// word changed before the system could compare it. A thread that spins and gets the lock makes no pair.
///
/// **When it is called.** The thread has counted itself in as a sleeper by then. A mutex may call it meanwhile, and then
/// calls other sleepers only after some more unlocks; readers wait for a writer that was called. So the hook should be
/// short. A wait of a condition variable has given its lock up before the first call.
///
/// **Limits.** The hook may do all that a thread may do while it owns the locks that this thread owns. If it sleeps in one
/// of these locks itself, it is called again.
using contention_hook = void (*)(void const* object, contention kind,
                                 std::int64_t nanoseconds) noexcept;

/// Sets the hook of the module (a program or a shared library) into which this lab is linked; null: none. The
/// caller's writes before the call are visible to the hook. A pair that has begun goes on to the hook that got its first call, so the
/// function must stay where it is. Does not block. @return the hook before.
contention_hook set_contention_hook(contention_hook hook) noexcept;

} // namespace kev::lab08
