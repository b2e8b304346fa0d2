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
/// @param object       the address of the object. Its word comes first, so the address of a mutex of any kind is also
///                     that of the mutex. A latch is named by the event inside, and a barrier by its condition
///                     variable or its mutex. The object may be gone: only its address may be used.
/// @param kind         what happens.
/// @param nanoseconds  when, on a steady clock (std::chrono::steady_clock).
///
/// The calls of one thread come in pairs, with the object of the first in the second. A pair encloses one sleep at most,
/// which may have ended for no reason. It encloses none if the word changed before the thread could sleep.
///
/// **When it is called.** Between its count-in and the kernel a thread calls nothing of the program's, because a waker may
/// wait for it there. So `sleep_begins` comes before the count-in, and `sleep_ended` after the thread has come back and
/// taken its call. A semaphore is the exception: its one step takes a permit or counts the thread in, and the thread cannot
/// tell before the step which it will be. So both calls come after the sleep, the first with the time of its begin.
/// The hook is not put around the whole slow path, because a thread that spins and gets the lock does not sleep.
///
/// **Limits.** The hook may do all that a thread may do while it owns the locks that this thread owns. A condition variable calls it
/// with the caller's lock owned when a wait begins. A writer of a shared mutex and a called sleeper of a mutex are awaited
/// by others while the hook runs, so it should be short. If it sleeps in one of these locks itself, it is called again.
using contention_hook = void (*)(void const* object, contention kind,
                                 std::int64_t nanoseconds) noexcept;

/// Sets the hook of the module (a program or a shared library) into which this lab is linked; null: none. The
/// caller's writes before the call are visible to the hook. A pair that has begun goes on to the hook that got its first call, so the
/// function must stay where it is. Does not block. @return the hook before.
contention_hook set_contention_hook(contention_hook hook) noexcept;

} // namespace kev::lab08
