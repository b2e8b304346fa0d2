/// @file
/// parking_lot's locks with the standard's names. Only where they could be built: common/bench/parking_lot.
#pragma once

#include <cstdint>

extern "C" {
void kev_parking_lot_mutex_lock(std::uint8_t* lock) noexcept;
bool kev_parking_lot_mutex_try_lock(std::uint8_t* lock) noexcept;
void kev_parking_lot_mutex_unlock(std::uint8_t* lock) noexcept;
void kev_parking_lot_rw_lock(std::uintptr_t* lock) noexcept;
bool kev_parking_lot_rw_try_lock(std::uintptr_t* lock) noexcept;
void kev_parking_lot_rw_unlock(std::uintptr_t* lock) noexcept;
void kev_parking_lot_rw_lock_shared(std::uintptr_t* lock) noexcept;
bool kev_parking_lot_rw_try_lock_shared(std::uintptr_t* lock) noexcept;
void kev_parking_lot_rw_unlock_shared(std::uintptr_t* lock) noexcept;
}

namespace kev::bench {

/// The mutex: one byte. Each operation is a call, which a Rust program does not have: it would compile the first
/// attempt into its own code.
class parking_lot_mutex {
public:
    void lock() noexcept { kev_parking_lot_mutex_lock(&word_); }
    bool try_lock() noexcept { return kev_parking_lot_mutex_try_lock(&word_); }
    void unlock() noexcept { kev_parking_lot_mutex_unlock(&word_); }

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

} // namespace kev::bench
