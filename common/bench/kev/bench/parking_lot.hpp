/// @file
/// parking_lot's locks and its condition variable with the standard's names. Only where they could be built: common/bench/parking_lot.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>

extern "C" {
void kev_parking_lot_mutex_lock(std::uint8_t* lock) noexcept;
bool kev_parking_lot_mutex_try_lock(std::uint8_t* lock) noexcept;
bool kev_parking_lot_mutex_try_lock_for(std::uint8_t* lock, std::uint64_t nanoseconds) noexcept;
void kev_parking_lot_mutex_unlock(std::uint8_t* lock) noexcept;
void kev_parking_lot_rw_lock(std::uintptr_t* lock) noexcept;
bool kev_parking_lot_rw_try_lock(std::uintptr_t* lock) noexcept;
void kev_parking_lot_rw_unlock(std::uintptr_t* lock) noexcept;
void kev_parking_lot_rw_lock_shared(std::uintptr_t* lock) noexcept;
bool kev_parking_lot_rw_try_lock_shared(std::uintptr_t* lock) noexcept;
void kev_parking_lot_rw_unlock_shared(std::uintptr_t* lock) noexcept;
void kev_parking_lot_condvar_wait(std::uintptr_t* condition, std::uint8_t* lock) noexcept;
void kev_parking_lot_condvar_notify_one(std::uintptr_t* condition) noexcept;
void kev_parking_lot_condvar_notify_all(std::uintptr_t* condition) noexcept;
}

namespace kev::bench {

/// The mutex: one byte. Each operation is a call, which a Rust program does not have: it would compile the first
/// attempt into its own code.
class parking_lot_mutex {
public:
    void lock() noexcept { kev_parking_lot_mutex_lock(&word_); }
    bool try_lock() noexcept { return kev_parking_lot_mutex_try_lock(&word_); }
    bool try_lock_for(std::chrono::nanoseconds interval) noexcept {
        return kev_parking_lot_mutex_try_lock_for(
            &word_, static_cast<std::uint64_t>(std::max(interval.count(), std::int64_t{0})));
    }
    void unlock() noexcept { kev_parking_lot_mutex_unlock(&word_); }
    std::uint8_t* native_handle() noexcept { return &word_; }

private:
    std::uint8_t word_ = 0;
};

/// The reader/writer lock: one pointer. A call each, as above.
class parking_lot_shared_mutex {
public:
    void lock() noexcept { kev_parking_lot_rw_lock(&word_); }
    bool try_lock() noexcept { return kev_parking_lot_rw_try_lock(&word_); }
    void unlock() noexcept { kev_parking_lot_rw_unlock(&word_); }
    void lock_shared() noexcept { kev_parking_lot_rw_lock_shared(&word_); }
    bool try_lock_shared() noexcept { return kev_parking_lot_rw_try_lock_shared(&word_); }
    void unlock_shared() noexcept { kev_parking_lot_rw_unlock_shared(&word_); }

private:
    std::uintptr_t word_ = 0;
};

/// The condition variable: one pointer.
class parking_lot_condvar {
public:
    void wait(std::unique_lock<parking_lot_mutex>& lock) noexcept {
        kev_parking_lot_condvar_wait(&word_, lock.mutex()->native_handle());
    }
    template <typename Predicate>
    void wait(std::unique_lock<parking_lot_mutex>& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }
    void notify_one() noexcept { kev_parking_lot_condvar_notify_one(&word_); }
    void notify_all() noexcept { kev_parking_lot_condvar_notify_all(&word_); }

private:
    std::uintptr_t word_ = 0;
};

} // namespace kev::bench
