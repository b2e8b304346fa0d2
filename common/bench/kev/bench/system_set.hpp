/// @file
/// What the system brings besides the plain mutex: reader/writer locks, semaphores, recursive and timed mutexes.
/// Only such as do what they promise: mingw-w64's std::shared_mutex was seen to let readers see half a write, and
/// its std::counting_semaphore to lose wake-ups.
#pragma once

#include <mutex>

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
    void unlock() noexcept { ReleaseSRWLockExclusive(&lock_); }
    void lock_shared() noexcept { AcquireSRWLockShared(&lock_); }
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

/// Each calls visit.template operator()<Type>("name") for what this system has of a kind.
template <typename Visitor>
void for_each_system_shared_lock(Visitor visit) {
    visit.template operator()<srw_shared_lock>("SRWLOCK");
}
template <typename Visitor>
void for_each_system_semaphore(Visitor visit) {
    visit.template operator()<kernel_semaphore>("semaphore of the kernel");
}
template <typename Visitor>
void for_each_system_recursive_lock(Visitor visit) {
    visit.template operator()<critical_section>("CRITICAL_SECTION");
    visit.template operator()<std::recursive_mutex>("winpthreads");
}
template <typename Visitor>
void for_each_system_timed_lock(Visitor visit) {
    visit.template operator()<std::timed_mutex>("winpthreads");
}

#else

/// Each calls visit.template operator()<Type>("name") for what this system has of a kind.
template <typename Visitor>
void for_each_system_shared_lock(Visitor visit) {
    visit.template operator()<std::shared_mutex>("std::shared_mutex");
}
template <typename Visitor>
void for_each_system_semaphore(Visitor visit) {
    visit.template operator()<std::counting_semaphore<>>("std::counting_semaphore");
}
template <typename Visitor>
void for_each_system_recursive_lock(Visitor visit) {
    visit.template operator()<std::recursive_mutex>("std::recursive_mutex");
}
template <typename Visitor>
void for_each_system_timed_lock(Visitor visit) {
    visit.template operator()<std::timed_mutex>("std::timed_mutex");
}

#endif

} // namespace kev::bench
