/// @file
/// WaitOnAddress, WakeByAddressSingle and WakeByAddressAll, built anew.
///
/// Who may keep whom waiting. Buckets are shared, so the "other thread" may use an unrelated lock:
///
/// | call | waits for another thread | for how long |
/// |---|---|---|
/// | to join a bucket | never | |
/// | `wake_by_address_single`, `_all`, when another thread attends the bucket | never: leaves a note and returns | the waiter sleeps until the attendant runs and reads the note |
/// | the same, when the caller becomes the attendant | never, but it serves the notes of others | for as long as they leave notes: no limit |
/// | `wait_on_address`, when it leaves | until the attendant that has its waiter, or its note, lets it go | until that thread runs: no limit |
#pragma once

#include <chrono>
#include <cstddef>

#include <kev/lab02/nt_time.hpp>
#include <kev/lab06/thread_alert.hpp>
#include <kev/lab06/wait_table.hpp>
#include <kev/lab06/waiter.hpp>
#include <kev/lab06/watched_value.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// What follows the join: looks at the value once more, and sleeps. @return as wait_on_address(). Blocks.
///
/// Between the join and the look at was_let_go() anything may happen, also a lock of the runtime that sleeps by alerts and
/// takes the alert that was meant for this wait: let_go() comes before the alert, so this look finds it. Between that look
/// and the sleep nothing may.
inline bool sleep_joined(wait_bucket& bucket, waiter& self, watched_value const& value,
                         nt::PLARGE_INTEGER limit) noexcept {
    // The second look. Between the first and the join another thread may have changed the value, looked for
    // waiters, and found none. A thread that changes it from here on finds this one.
    if (!value.is_undesired()) {
        bucket.withdraw(self);
        return true;
    }
    // A wake that comes behind the look at was_let_go() alerts a thread that does not sleep yet. The alert is kept.
    bool const alerted = self.was_let_go() || wait_for_alert(value.address(), limit);
    bool const taken_out = bucket.withdraw(self);
    // Taken out by another thread, by a wake for all this thread knows: then it counts as woken, whatever the clock
    // says. Alerted and not taken out: an old alert. No thread has woken this one, and only the caller can tell.
    return taken_out || alerted;
}

/// Sleeps while the variable at `address` has the value at `undesired`, until a wake for this address.
///
/// It may return for no reason, and it does not look at the variable when it wakes: the caller does, in a
/// loop. Nobody is promised an order in which waiters are woken.
///
/// @param address    a kev::atomic of an unsigned type; natively, any variable that only atomic
///                   operations change will do. It is not read any more once the thread sleeps.
/// @param undesired  the value to sleep on, of the same size.
/// @param size       1, 2, 4 or 8 bytes.
/// @param limit      null: no limit; else as in lab 02: units of 100 ns, negative is relative.
/// @return true: look again. False: the limit has passed, by the kernel's count (Windows: maybe a tick early), and
///         no wake was spent on this call; so a wake for one that finds this thread and another reaches the other.
/// Throws std::system_error (STATUS_INVALID_PARAMETER) for a null address or another size. Blocks.
///
/// Source of the idea: R. Chen, "A peek behind the curtain of WaitOnAddress" (2016). The table is ours.
inline bool wait_on_address(void const* address, void const* undesired, std::size_t size,
                            nt::PLARGE_INTEGER limit = nullptr) {
    watched_value const value(address, undesired, size);
    if (!value.is_undesired()) return true;
    wait_bucket& bucket = process_table().bucket_of(address);
    waiter self(address, this_thread_id());
    bucket.join(self);
    bool const look_again = sleep_joined(bucket, self, value, limit);
    count_call(&tally::waits);
    return look_again;
}

/// As wait_on_address(), for at most `interval`; zero or less does not wait for a wake. Like every wait, it
/// may still have to wait for the thread that is just attending the bucket to let it go.
template <typename Rep, typename Period>
bool wait_on_address_for(void const* address, void const* undesired, std::size_t size,
                         std::chrono::duration<Rep, Period> interval) {
    nt::LARGE_INTEGER limit = lab02::relative_timeout(interval);
    return wait_on_address(address, undesired, size, &limit);
}

/// Wakes one thread that waits on this address, if there is one. (The one that came first; that is how it
/// is built today, not a promise.) The caller has changed the variable before. Does not wait for another thread; what it
/// may do for others is in the table above.
///
/// The address is not read: the variable may have been destroyed by a thread that saw the change.
inline void wake_by_address_single(void const* address) noexcept {
    process_table().bucket_of(address).wake(request::one(address));
}

/// As wake_by_address_single(), but wakes all of them.
inline void wake_by_address_all(void const* address) noexcept {
    process_table().bucket_of(address).wake(request::all(address));
}

} // namespace kev::lab06
