/// @file
/// WaitOnAddress, WakeByAddressSingle and WakeByAddressAll, built anew; the wait is yours.
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

/// Sleeps while the variable at `address` has the value at `undesired`, until a wake for this address.
///
/// It may return for no reason, and it does not look at the variable when it wakes: the caller does, in a
/// loop. The order in which waiters are woken is not promised.
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
                            [[maybe_unused]] nt::PLARGE_INTEGER limit = nullptr) {
    watched_value const value(address, undesired, size);
    if (!value.is_undesired()) return true;
    // TODO(you): a `waiter` of your own joins process_table().bucket_of(address), and leaves it by
    // `withdraw()` before it ends; between the two you look again, and sleep by `wait_for_alert()`, unless the waiter was
    // let go already: see thread_alert.hpp. When the wait is over, count it by `count_call(&tally::waits)`.
    kev::relax();
    return false;
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
/// is built today, not a promise.) The caller has changed the variable before. Does not block.
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
