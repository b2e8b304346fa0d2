// A pthread_mutex_t as this library uses its bytes.
#pragma once

#include "chosen_lock.hpp"
#include "fork_generation.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>

#include <pthread.h>

namespace kev::interpose {

/// All zeros but `kind` in each static initializer of libc, and `kind` stands where libc has it. So libc's initializers
/// make our mutexes, and both libraries can tell whose mutex it is. (The offset is glibc's on 64-bit machines.)
class mutex_object {
public:
    static mutex_object& of(pthread_mutex_t* mutex) noexcept {
        return *reinterpret_cast<mutex_object*>(mutex);
    }

    /// Whether libc has to do it: the mutex is shared by processes, robust, of a priority protocol or destroyed, or KEV_LOCK
    /// asks for libc.
    bool is_libcs() const noexcept {
        return (kind_ & ~kinds_of_ours) != 0 || chosen_lock().is_libc();
    }
    bool is_recursive() const noexcept { return kind_ == PTHREAD_MUTEX_RECURSIVE; }
    bool is_checked() const noexcept { return kind_ == PTHREAD_MUTEX_ERRORCHECK; }

    void begin(int kind) noexcept;
    /// Leaves a mutex that libc refuses. @return 0 or EBUSY.
    int end() noexcept;

    /// Each of these is the function of POSIX with that name, of a mutex that is not libc's. @return 0 or an error.
    int lock() noexcept;
    int try_lock() noexcept;
    int lock_until(clockid_t clock, timespec const& moment) noexcept;
    int unlock() noexcept;

    /// For a condition variable: gives the mutex up, however often its owner has locked it. @return how often.
    std::uint32_t unlock_entirely() noexcept;
    void lock_again(std::uint32_t depth) noexcept;
    /// Whether a condition variable may be used with it: an owner that is known has to be the caller.
    bool may_wait() const noexcept;

private:
    static constexpr int kinds_of_ours = 3; // normal, recursive, errorcheck, adaptive: 0 to 3

    void be_ready() noexcept;
    void make_anew() noexcept;
    bool is_mine() const noexcept;
    void take_over() noexcept;
    int lock_again_at_once(int error_if_checked) noexcept;
    void acquire() noexcept;
    bool acquire_until(clockid_t clock, timespec const& moment) noexcept;

    alignas(8) std::array<std::byte, most_bytes_of_a_lock> lock_;
    int kind_;
    std::atomic<std::uint32_t> owner_; // a thread_number(), or 0
    std::uint32_t depth_;              // the owner's
    object_generation generation_;
    std::atomic<std::uint32_t> counted_; // whether the report counts this mutex already
};

static_assert(sizeof(mutex_object) <= sizeof(pthread_mutex_t));
static_assert(most_bytes_of_a_lock == offsetof(pthread_mutex_t, __data.__kind));

} // namespace kev::interpose
