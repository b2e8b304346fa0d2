/// @file
/// What the standard asks of a lock, as concepts.
#pragma once

#include <chrono>
#include <concepts>

namespace kev::lab08 {

/// The standard's Lockable: std::unique_lock, std::scoped_lock and std::lock take it.
template <typename Lock>
concept lockable = requires(Lock& lock) {
    lock.lock();
    lock.unlock();
    { lock.try_lock() } -> std::same_as<bool>;
};

/// The standard's TimedLockable.
template <typename Lock>
concept timed_lockable = lockable<Lock> &&
    requires(Lock& lock, std::chrono::nanoseconds interval,
             std::chrono::steady_clock::time_point moment,
             std::chrono::system_clock::time_point of_the_calendar) {
    { lock.try_lock_for(interval) } -> std::same_as<bool>;
    { lock.try_lock_until(moment) } -> std::same_as<bool>;
    { lock.try_lock_until(of_the_calendar) } -> std::same_as<bool>;
};

} // namespace kev::lab08
