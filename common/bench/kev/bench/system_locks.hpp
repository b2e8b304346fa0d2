/// @file
/// The locks that the system brings, as Lockables: the peers that ours are measured against.
#pragma once

#include <mutex>

#if defined(_WIN32)
#include <kev/native/windows_api.hpp>
#else
#include <pthread.h>
#endif

#include <kev/bench/candidates.hpp>

namespace kev::bench {

#if defined(_WIN32)

/// Vista's slim reader/writer lock, used exclusively: one pointer.
class srw_lock {
public:
    void lock() noexcept { AcquireSRWLockExclusive(&lock_); }
    bool try_lock() noexcept { return TryAcquireSRWLockExclusive(&lock_) != FALSE; }
    void unlock() noexcept { ReleaseSRWLockExclusive(&lock_); }
    SRWLOCK* native_handle() noexcept { return &lock_; }

private:
    SRWLOCK lock_ = SRWLOCK_INIT;
};

/// The classic one, with its default spin count.
class critical_section {
public:
    critical_section() noexcept { InitializeCriticalSection(&section_); }
    ~critical_section() { DeleteCriticalSection(&section_); }
    void lock() noexcept { EnterCriticalSection(&section_); }
    bool try_lock() noexcept { return TryEnterCriticalSection(&section_) != FALSE; }
    void unlock() noexcept { LeaveCriticalSection(&section_); }

private:
    CRITICAL_SECTION section_;
};

template <>
inline constexpr bool counts_calls<srw_lock> = false;
template <>
inline constexpr bool counts_calls<critical_section> = false;

/// The locks of this system.
inline constexpr candidates system_locks{candidate<srw_lock>{"SRWLOCK"},
                                         candidate<critical_section>{"CRITICAL_SECTION"},
                                         candidate<std::mutex>{"winpthreads"}};

#else

/// POSIX's mutex of the kind that spins for a while (glibc), else of the default kind.
class adaptive_mutex {
public:
    adaptive_mutex() noexcept {
        pthread_mutexattr_t kind;
        pthread_mutexattr_init(&kind);
#if defined(__GLIBC__)
        pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ADAPTIVE_NP);
#endif
        pthread_mutex_init(&mutex_, &kind);
        pthread_mutexattr_destroy(&kind);
    }
    ~adaptive_mutex() {
        pthread_mutex_destroy(&mutex_);
    }
    void lock() noexcept {
        pthread_mutex_lock(&mutex_);
    }
    bool try_lock() noexcept {
        return pthread_mutex_trylock(&mutex_) == 0;
    }
    void unlock() noexcept {
        pthread_mutex_unlock(&mutex_);
    }

private:
    pthread_mutex_t mutex_;
};

template <>
inline constexpr bool counts_calls<adaptive_mutex> = false;

/// The locks of this system.
inline constexpr candidates system_locks{candidate<std::mutex>{"std::mutex"},
                                         candidate<adaptive_mutex>{"pthread_adaptive"}};

#endif

template <>
inline constexpr bool counts_calls<std::mutex> = false;

} // namespace kev::bench
