// Which lock of the labs stands for pthread's mutexes: KEV_LOCK says so.
#pragma once

#include "ended_sleep.hpp"

#include <atomic>
#include <cstddef>

namespace kev::interpose {

/// A lock of the labs, as functions on the bytes where it lies. Its state at the beginning is all zeros.
struct lock_type {
    char const* name;
    void (*lock)(void* where) noexcept;
    bool (*try_lock)(void* where) noexcept;
    void (*unlock)(void* where) noexcept;
    /// Null: the lock has no time limits.
    bool (*lock_until_steady)(void* where, steady_moment::time_point moment) noexcept;
    bool (*lock_until_calendar)(void* where, calendar_moment::time_point moment) noexcept;

    /// Whether libc does all the work, and this library only counts.
    bool is_libc() const noexcept { return lock == nullptr; }
};

/// So many bytes at the beginning of a pthread_mutex_t are the lock's.
inline constexpr std::size_t most_bytes_of_a_lock = 16;

extern std::atomic<lock_type const*> chosen_type;
lock_type const& choose_lock() noexcept;

/// The lock that KEV_LOCK names, or `mutex`. If there is no such lock, the first call ends the process with status 2.
inline lock_type const& chosen_lock() noexcept {
    // relaxed: it points to a constant.
    lock_type const* const chosen = chosen_type.load(std::memory_order_relaxed);
    return chosen != nullptr ? *chosen : choose_lock();
}

} // namespace kev::interpose
