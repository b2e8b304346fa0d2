/// @file
/// What the standard asks of a reader/writer lock, as concepts.
#pragma once

#include <chrono>
#include <concepts>

namespace kev::lab08 {

/// The standard's SharedLockable: std::shared_lock takes it.
template <typename Lock>
concept shared_lockable = requires(Lock& lock) {
    lock.lock_shared();
    lock.unlock_shared();
    { lock.try_lock_shared() } -> std::same_as<bool>;
};

/// The standard's SharedTimedLockable.
template <typename Lock>
concept shared_timed_lockable = shared_lockable<Lock> &&
    requires(Lock& lock, std::chrono::nanoseconds interval,
             std::chrono::steady_clock::time_point moment,
             std::chrono::system_clock::time_point of_the_calendar) {
    { lock.try_lock_shared_for(interval) } -> std::same_as<bool>;
    { lock.try_lock_shared_until(moment) } -> std::same_as<bool>;
    { lock.try_lock_shared_until(of_the_calendar) } -> std::same_as<bool>;
};

} // namespace kev::lab08
