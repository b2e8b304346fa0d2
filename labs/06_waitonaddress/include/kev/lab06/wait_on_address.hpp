/// @file
/// WaitOnAddress, WakeByAddressSingle and WakeByAddressAll, built anew.
///
/// Which call may wait for another thread. Buckets are shared, so that thread may use an unrelated lock:
///
/// | call | waits for another thread | for how long |
/// |---|---|---|
/// | joining a bucket | never | |
/// | `wake_by_address_single`, `_all`, while another thread attends the bucket | never. It leaves a note and returns | the waiter sleeps until the attendant runs and reads the note |
/// | the same, if the caller becomes the attendant | never, but it serves the notes of other threads | as long as they leave notes: no limit |
/// | `wait_on_address`, when it leaves | until the attendant that has its waiter, or its note, lets it go | until that thread runs: no limit |
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <kev/lab02/nt_time.hpp>
#include <kev/lab06/thread_alert.hpp>
#include <kev/lab06/wait_bucket.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// The variable that a wait looks at before it sleeps. The variable must be a kev::atomic of an unsigned type of
/// the given size, and aligned as such.
class watched_value {
public:
    /// Throws std::system_error, STATUS_INVALID_PARAMETER, for a null address or another size.
    watched_value(void const* address, void const* undesired, std::size_t size)
        : address_(address), size_(size) {
        if (address == nullptr || undesired == nullptr)
            refuse("wait_on_address: the address is null");
        if (size != 1 && size != 2 && size != 4 && size != 8)
            refuse("wait_on_address: the size is not 1, 2, 4 or 8");
        std::memcpy(&undesired_, undesired, size);
    }

    void const* address() const noexcept { return address_; }

    /// Whether the variable has the undesired value now.
    bool is_undesired() const noexcept {
        switch (size_) {
        case 1:
            return is_undesired_as<std::uint8_t>();
        case 2:
            return is_undesired_as<std::uint16_t>();
        case 4:
            return is_undesired_as<std::uint32_t>();
        default:
            return is_undesired_as<std::uint64_t>();
        }
    }

private:
    [[noreturn]] static void refuse(char const* why); // throws

    template <typename T>
    bool is_undesired_as() const noexcept {
        T undesired;
        std::memcpy(&undesired, &undesired_, sizeof undesired);
        // relaxed: the caller looks again with the order that it needs. j1 in wait_bucket.hpp comes before
        // the second look, so that look is not too old.
        return static_cast<kev::atomic<T> const*>(address_)->load(std::memory_order_relaxed) ==
               undesired;
    }

    void const* address_;
    std::size_t size_;
    std::uint64_t undesired_ = 0;
};

/// The part after the join: looks at the value a second time, and sleeps. @return as wait_on_address(). Blocks.
///
/// Between the join and the look at was_let_go() the thread may even meet a lock of the runtime that sleeps by
/// alerts and takes the alert of this wait. A waker calls let_go() before it alerts, so the look finds that out.
/// Between the look and the sleep nothing may wait (A7).
// [sleep_joined]
inline bool sleep_joined(wait_bucket& bucket, waiter& self, watched_value const& value,
                         nt::PLARGE_INTEGER limit) noexcept {
    // The second look. Between the first look and the join a thread may have changed the value, looked for
    // waiters, and found none. A thread that changes it from now on finds this waiter.
    if (!value.is_undesired()) {
        bucket.withdraw(self);
        return true;
    }
    // A wake after the look at was_let_go() alerts a thread that does not sleep yet. The kernel keeps the alert.
    bool const alerted = self.was_let_go() || wait_for_alert(value.address(), limit);
    bool const taken_out = bucket.withdraw(self);
    // A waiter that was taken out counts as woken, whatever the clock says: a wake may have been spent on it.
    // A waiter that was alerted but not taken out has met an old alert. The caller has to look again.
    return taken_out || alerted;
}
// [/sleep_joined]

/// Sleeps while the variable at `address` has the value at `undesired`, until a wake for this address.
///
/// It may return for no reason, and it does not look at the variable when it wakes. So the caller looks, in a
/// loop. The order in which waiters are woken is not promised.
///
/// @param address    a kev::atomic of an unsigned type. Natively any variable will do that only atomic
///                   operations change. It is not read any more once the thread sleeps.
/// @param undesired  the value to sleep on, of the same size.
/// @param size       1, 2, 4 or 8 bytes.
/// @param limit      null: no limit; else as in lab 02: units of 100 ns, negative is relative.
/// @return true: look again. False: the limit has passed by the kernel's clock, on Windows perhaps a tick early,
///         and no wake was spent on this call.
/// Throws std::system_error (STATUS_INVALID_PARAMETER) for a null address or another size. Blocks.
///
/// Source of the idea: R. Chen, "A peek behind the curtain of WaitOnAddress" (2016). The table is ours.
// [wait_on_address]
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
// [/wait_on_address]

/// As wait_on_address(), for at most `interval`. Zero or less does not wait for a wake. Like every wait, it may
/// have to wait until the bucket's attendant lets it go.
template <typename Rep, typename Period>
bool wait_on_address_for(void const* address, void const* undesired, std::size_t size,
                         std::chrono::duration<Rep, Period> interval) {
    nt::LARGE_INTEGER limit = lab02::relative_timeout(interval);
    return wait_on_address(address, undesired, size, &limit);
}

/// Wakes one thread that waits on this address, if there is one. The caller has changed the variable before.
/// Today the longest waiter is woken, but that is not promised. Does not wait for another thread. The table
/// above says what this call may do for other threads.
///
/// The address is not read, because a thread that saw the change may have destroyed the variable.
inline void wake_by_address_single(void const* address) noexcept {
    process_table().bucket_of(address).wake(request::one(address));
}

/// As wake_by_address_single(), but wakes all of them.
inline void wake_by_address_all(void const* address) noexcept {
    process_table().bucket_of(address).wake(request::all(address));
}

} // namespace kev::lab06
