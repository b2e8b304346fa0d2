/// @file
/// What the system brings besides the plain mutex: reader/writer locks, semaphores, recursive and timed mutexes.
/// Two types that do not do what they promise are missing. mingw-w64's std::shared_mutex was seen to let readers see half a
/// write. GCC 12's std::counting_semaphore was seen to lose wake-ups, on Windows and on Linux (GCC's bugs 98033 and
/// 104928): a thread slept forever with every permit free, three times in some two thousand samples of lab 08's benchmark.
#pragma once

#include <mutex>

#include <kev/bench/candidates.hpp>
#include <kev/bench/system_locks.hpp>

#if !defined(_WIN32)
#include <shared_mutex>

#if defined(__APPLE__)
#include <dispatch/dispatch.h>
#else
#include <semaphore.h>
#endif
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
    bool try_acquire() noexcept { return WaitForSingleObject(handle_, 0) == 0; }
    void release() noexcept { ReleaseSemaphore(handle_, 1, nullptr); }

private:
    HANDLE handle_;
};

/// The locks of each kind that this system has.
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

#if defined(__APPLE__)

/// Grand Central Dispatch's: macOS has POSIX' only by name.
class system_semaphore {
public:
    static constexpr char const* name = "dispatch_semaphore";

    // It may not be released with fewer permits than it was made with, so it is made with none.
    explicit system_semaphore(int permits) noexcept {
        for (int i = 0; i < permits; ++i) release();
    }
    ~system_semaphore() { dispatch_release(semaphore_); }
    system_semaphore(system_semaphore const&) = delete;
    system_semaphore& operator=(system_semaphore const&) = delete;

    void acquire() noexcept { dispatch_semaphore_wait(semaphore_, DISPATCH_TIME_FOREVER); }
    bool try_acquire() noexcept {
        return dispatch_semaphore_wait(semaphore_, DISPATCH_TIME_NOW) == 0;
    }
    void release() noexcept { dispatch_semaphore_signal(semaphore_); }

private:
    dispatch_semaphore_t semaphore_ = dispatch_semaphore_create(0);
};

#else

/// The semaphore of POSIX.
class system_semaphore {
public:
    static constexpr char const* name = "sem_t";

    explicit system_semaphore(int permits) noexcept {
        sem_init(&semaphore_, 0, static_cast<unsigned>(permits));
    }
    ~system_semaphore() { sem_destroy(&semaphore_); }
    system_semaphore(system_semaphore const&) = delete;
    system_semaphore& operator=(system_semaphore const&) = delete;

    // Again if a signal's handler has run meanwhile.
    void acquire() noexcept {
        while (sem_wait(&semaphore_) != 0) continue;
    }
    bool try_acquire() noexcept { return sem_trywait(&semaphore_) == 0; }
    void release() noexcept { sem_post(&semaphore_); }

private:
    sem_t semaphore_;
};

#endif

#if defined(__GLIBC__)

/// The reader/writer lock of POSIX, of the kind that keeps new readers out while a writer waits. std::shared_mutex is one
/// of the default kind, which does not.
class writers_first_lock {
public:
    writers_first_lock() noexcept {
        pthread_rwlockattr_t kind;
        pthread_rwlockattr_init(&kind);
        pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
        pthread_rwlock_init(&lock_, &kind);
        pthread_rwlockattr_destroy(&kind);
    }
    ~writers_first_lock() { pthread_rwlock_destroy(&lock_); }
    void lock() noexcept { pthread_rwlock_wrlock(&lock_); }
    bool try_lock() noexcept { return pthread_rwlock_trywrlock(&lock_) == 0; }
    void unlock() noexcept { pthread_rwlock_unlock(&lock_); }
    // Again if there are too many readers for the word's bits just now.
    void lock_shared() noexcept {
        while (pthread_rwlock_rdlock(&lock_) != 0) continue;
    }
    bool try_lock_shared() noexcept { return pthread_rwlock_tryrdlock(&lock_) == 0; }
    void unlock_shared() noexcept { pthread_rwlock_unlock(&lock_); }

private:
    pthread_rwlock_t lock_;
};

template <>
inline constexpr bool counts_calls<writers_first_lock> = false;
inline constexpr candidates writers_first_locks{
    candidate<writers_first_lock>{"pthread_rwlock, writers first"}};
#else
inline constexpr candidates<> writers_first_locks{};
#endif

/// The locks of each kind that this system has.
inline constexpr auto system_shared_locks =
    candidates{candidate<std::shared_mutex>{"std::shared_mutex"}} + writers_first_locks;
inline constexpr candidates system_semaphores{candidate<system_semaphore>{system_semaphore::name}};
inline constexpr candidates system_recursive_locks{
    candidate<std::recursive_mutex>{"std::recursive_mutex"}};
inline constexpr candidates system_timed_locks{candidate<std::timed_mutex>{"std::timed_mutex"}};

template <>
inline constexpr bool counts_calls<std::shared_mutex> = false;
template <>
inline constexpr bool counts_calls<system_semaphore> = false;

#endif

template <>
inline constexpr bool counts_calls<std::recursive_mutex> = false;
template <>
inline constexpr bool counts_calls<std::timed_mutex> = false;

} // namespace kev::bench
