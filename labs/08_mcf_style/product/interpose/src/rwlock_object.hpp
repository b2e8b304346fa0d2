// A pthread_rwlock_t as this library uses its bytes.
#pragma once

#include "chosen_lock.hpp"
#include "fork_generation.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>

#include <kev/lab08/plain_shared_word.hpp>
#include <kev/lab08/shared_mutex.hpp>
#include <pthread.h>

namespace kev::interpose {

/// Lab 08's reader/writer lock, and its writer. `shared` stands where glibc has it on 64-bit machines.
class rwlock_object {
public:
    static rwlock_object& of(pthread_rwlock_t* lock) noexcept {
        return *reinterpret_cast<rwlock_object*>(lock);
    }
    bool is_libcs() const noexcept { return shared_ != 0 || chosen_lock().is_libc(); }
    void begin() noexcept;

    /// Each of these is the function of POSIX with that name. @return 0 or an error.
    int lock() noexcept;
    int try_lock() noexcept;
    int lock_until(clockid_t clock, timespec const& moment) noexcept;
    int lock_shared() noexcept;
    int try_lock_shared() noexcept;
    int lock_shared_until(clockid_t clock, timespec const& moment) noexcept;
    int unlock() noexcept;

    /// In the child of a fork(), before it has other threads.
    void make_anew_with_this_reader() noexcept;

private:
    using lock_type = lab08::basic_shared_mutex<lab08::plain_shared_word>;

    void be_ready() noexcept;
    bool is_written_by_me() const noexcept;
    int now_mine() noexcept;
    int now_shared() noexcept;
    bool is_shared_again() noexcept;

    lock_type lock_;
    object_generation generation_;
    std::atomic<std::uint32_t> writer_; // a thread_number(), or 0
    [[maybe_unused]] std::array<std::byte, 12> unused_;
    int shared_;
};

static_assert(sizeof(rwlock_object) <= sizeof(pthread_rwlock_t));

} // namespace kev::interpose
