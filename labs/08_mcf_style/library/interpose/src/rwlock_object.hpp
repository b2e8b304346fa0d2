// A pthread_rwlock_t as this library uses its bytes.
#pragma once

#include "chosen_lock.hpp"
#include "fork_generation.hpp"
#include "reader_group.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>

#include <kev/shared_mutex.hpp>
#include <pthread.h>

namespace kev::interpose {

/// Lab 08's reader/writer lock, its writer and its readers. Two numbers stand where glibc has them: whether processes share
/// the lock, and its kind.
///
/// Lab 08's lock keeps readers out while a writer waits. That is what PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP asks for.
/// With every other kind a reader that finds readers inside joins them, as in glibc.
class rwlock_object {
public:
    static rwlock_object& of(pthread_rwlock_t* lock) noexcept {
        return *reinterpret_cast<rwlock_object*>(lock);
    }
    bool is_libcs() const noexcept { return shared_ != 0 || chosen_lock().is_libc(); }
    void begin(int kind) noexcept;

    /// Each of these is the function of POSIX with that name. @return 0 or an error.
    int lock() noexcept;
    int try_lock() noexcept;
    int lock_until(clockid_t clock, timespec const& moment) noexcept;
    int lock_shared() noexcept;
    int try_lock_shared() noexcept;
    int lock_shared_until(clockid_t clock, timespec const& moment) noexcept;
    int unlock() noexcept;

private:
    using lock_type = kev::shared_mutex;
    static constexpr std::size_t place_of_shared = offsetof(pthread_rwlock_t, __data.__shared);
    static constexpr std::size_t place_of_kind = offsetof(pthread_rwlock_t, __data.__flags);

    void be_ready() noexcept;
    void make_anew() noexcept;
    bool prefers_writers() const noexcept;
    bool is_written_by_me() const noexcept;
    int now_mine() noexcept;
    bool enter() noexcept;
    template <typename Moment>
    bool enter_until(typename Moment::time_point moment) noexcept;

    lock_type lock_;
    object_generation generation_;
    std::atomic<std::uint32_t> writer_; // a thread_number(), or 0
    reader_group readers_;
    [[maybe_unused]] std::array<std::byte, place_of_shared - 20> unused_;
    int shared_;
    [[maybe_unused]] std::array<std::byte, place_of_kind - place_of_shared - 4> also_unused_;
    int kind_;
};

static_assert(sizeof(rwlock_object) <= sizeof(pthread_rwlock_t));

} // namespace kev::interpose
