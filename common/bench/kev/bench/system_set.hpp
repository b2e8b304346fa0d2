/// @file
/// What the system brings besides the plain mutex: reader/writer locks, semaphores, recursive and timed mutexes.
/// Only such as do what they promise: mingw-w64's std::shared_mutex was seen to let readers see half a write, and
/// its std::counting_semaphore to lose wake-ups.
#pragma once

#include <mutex>

#include <kev/bench/candidates.hpp>
#include <kev/bench/system_locks.hpp>

#if !defined(_WIN32)
#include <semaphore>
#include <shared_mutex>
#endif

namespace kev::bench {

#if defined(_WIN32)

/// Vista's slim reader/writer lock.
class srw_shared_lock {
public:
    void lock() noexcept { AcquireSRWLockExclusive(&lock_); }
    bool try_lock() noexcept { return TryAcquireSRWLockExclusive(&lock_) != 0; }
    void unlock() noexcept { ReleaseSRWLockExclusive(&lock_); }
    void lock_shared() noexcept { AcquireSRWLockShared(&lock_); }
    bool try_lock_shared() noexcept { return TryAcquireSRWLockShared(&lock_) != 0; }
    void unlock_shared() noexcept { ReleaseSRWLockShared(&lock_); }

private:
    SRWLOCK lock_ = SRWLOCK_INIT;
};

/// The kernel's semaphore: a call for each operation.
class kernel_semaphore {
public:
    explicit kernel_semaphore(long permits) noexcept
        : handle_(CreateSemaphoreA(nullptr, permits, 0x7fff'ffff, nullptr)) {}
    ~kernel_semaphore() { CloseHandle(handle_); }
    kernel_semaphore(kernel_semaphore const&) = delete;
    kernel_semaphore& operator=(kernel_semaphore const&) = delete;

    void acquire() noexcept { WaitForSingleObject(handle_, INFINITE); }
    void release() noexcept { ReleaseSemaphore(handle_, 1, nullptr); }

private:
    HANDLE handle_;
};

/// What this system has of each kind.
inline constexpr candidates system_shared_locks{candidate<srw_shared_lock>{"SRWLOCK"}};
inline constexpr candidates system_semaphores{
    candidate<kernel_semaphore>{"semaphore of the kernel"}};
inline constexpr candidates system_recursive_locks{candidate<critical_section>{"CRITICAL_SECTION"},
                                                   candidate<std::recursive_mutex>{"winpthreads"}};
inline constexpr candidates system_timed_locks{candidate<std::timed_mutex>{"winpthreads"}};

template <>
inline constexpr bool counts_calls<srw_shared_lock> = false;
template <>
inline constexpr bool counts_calls<kernel_semaphore> = false;

#else

/// What this system has of each kind.
inline constexpr candidates system_shared_locks{candidate<std::shared_mutex>{"std::shared_mutex"}};
inline constexpr candidates system_semaphores{
    candidate<std::counting_semaphore<>>{"std::counting_semaphore"}};
inline constexpr candidates system_recursive_locks{
    candidate<std::recursive_mutex>{"std::recursive_mutex"}};
inline constexpr candidates system_timed_locks{candidate<std::timed_mutex>{"std::timed_mutex"}};

template <>
inline constexpr bool counts_calls<std::shared_mutex> = false;
template <>
inline constexpr bool counts_calls<std::counting_semaphore<>> = false;

#endif

template <>
inline constexpr bool counts_calls<std::recursive_mutex> = false;
template <>
inline constexpr bool counts_calls<std::timed_mutex> = false;

} // namespace kev::bench
