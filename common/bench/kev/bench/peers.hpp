/// @file
/// The locks and condition variables of other projects, as far as this machine has them: common/cmake/kev_peers.cmake looks for
/// them. A program that includes this header links kev_peers.
#pragma once

#include <kev/bench/candidates.hpp>

#include <mutex>

#if defined(KEV_PEER_ABSL)
#include <absl/base/call_once.h>
#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>
#endif
#if defined(KEV_PEER_PARKING_LOT)
#include <kev/bench/parking_lot.hpp>
#endif
#if defined(KEV_PEER_MCFGTHREAD)
#include <cstdint>
#include <mcfgthread/mutex.h>
#endif

namespace kev::bench {

#if defined(KEV_PEER_ABSL)
/// Abseil's mutex, which is a reader/writer lock, with the standard's names.
class absl_mutex {
public:
    // Debian builds the library with a search for deadlocks in each call, which costs more than the mutex.
    absl_mutex() { absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore); }
    // Abseil's functions carry attributes for clang's thread-safety analysis. These functions carry the same attributes.
    void lock() ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex_) { mutex_.Lock(); }
    bool try_lock() ABSL_EXCLUSIVE_TRYLOCK_FUNCTION(true, mutex_) { return mutex_.TryLock(); }
    void unlock() ABSL_UNLOCK_FUNCTION(mutex_) { mutex_.Unlock(); }
    void lock_shared() ABSL_SHARED_LOCK_FUNCTION(mutex_) { mutex_.ReaderLock(); }
    bool try_lock_shared() ABSL_SHARED_TRYLOCK_FUNCTION(true, mutex_) {
        return mutex_.ReaderTryLock();
    }
    void unlock_shared() ABSL_UNLOCK_FUNCTION(mutex_) { mutex_.ReaderUnlock(); }
    absl::Mutex* native_handle() { return &mutex_; }

private:
    absl::Mutex mutex_;
};

/// Abseil's condition variable.
class absl_condvar {
public:
    void wait(std::unique_lock<absl_mutex>& lock) {
        condition_.Wait(lock.mutex()->native_handle());
    }
    template <typename Predicate>
    void wait(std::unique_lock<absl_mutex>& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }
    void notify_one() { condition_.Signal(); }
    void notify_all() { condition_.SignalAll(); }

private:
    absl::CondVar condition_;
};

template <>
inline constexpr bool counts_calls<absl_mutex> = false;
template <>
inline constexpr bool counts_calls<absl_condvar> = false;
inline constexpr candidates absl_locks{candidate<absl_mutex>{"absl::Mutex"}};
inline constexpr candidates absl_shared_locks = absl_locks;
inline constexpr candidates absl_once_flags{candidate<absl::once_flag>{"absl::call_once"}};
inline constexpr candidates absl_condvars{
    candidate<condvar_with<absl_condvar, absl_mutex>>{"absl::CondVar"}};
#else
inline constexpr candidates<> absl_locks{};
inline constexpr candidates<> absl_shared_locks{};
inline constexpr candidates<> absl_once_flags{};
inline constexpr candidates<> absl_condvars{};
#endif

#if defined(KEV_PEER_PARKING_LOT)
template <>
inline constexpr bool counts_calls<parking_lot_mutex> = false;
template <>
inline constexpr bool counts_calls<parking_lot_shared_mutex> = false;
template <>
inline constexpr bool counts_calls<parking_lot_condvar> = false;
inline constexpr candidates parking_lot_locks{candidate<parking_lot_mutex>{"parking_lot"}};
inline constexpr candidates parking_lot_shared_locks{
    candidate<parking_lot_shared_mutex>{"parking_lot"}};
inline constexpr candidates parking_lot_condvars{
    candidate<condvar_with<parking_lot_condvar, parking_lot_mutex>>{"parking_lot"}};
#else
inline constexpr candidates<> parking_lot_locks{};
inline constexpr candidates<> parking_lot_shared_locks{};
inline constexpr candidates<> parking_lot_condvars{};
#endif

#if defined(KEV_PEER_MCFGTHREAD)
/// mcfgthread's mutex: only on Windows, and only where its user has installed it.
class mcfgthread_mutex {
public:
    void lock() noexcept { _MCF_mutex_lock(&mutex_, nullptr); }
    bool try_lock() noexcept {
        std::int64_t const at_once = 0;
        return _MCF_mutex_lock(&mutex_, &at_once) == 0;
    }
    void unlock() noexcept { _MCF_mutex_unlock(&mutex_); }

private:
    _MCF_mutex mutex_{};
};

template <>
inline constexpr bool counts_calls<mcfgthread_mutex> = false;
inline constexpr candidates mcfgthread_locks{candidate<mcfgthread_mutex>{"mcfgthread"}};
#else
inline constexpr candidates<> mcfgthread_locks{};
#endif

/// The mutexes that are there.
inline constexpr auto optional_locks = absl_locks + parking_lot_locks + mcfgthread_locks;

/// The reader/writer locks that are there.
inline constexpr auto optional_shared_locks = absl_shared_locks + parking_lot_shared_locks;

/// The mutexes with time limits. Abseil's is none: at the end of its limit it waits for the lock.
inline constexpr auto optional_timed_locks = parking_lot_locks;

/// The flags of a call_once(flag, f).
inline constexpr auto optional_once_flags = absl_once_flags;

/// The condition variables that are there.
inline constexpr auto optional_condvars = absl_condvars + parking_lot_condvars;

} // namespace kev::bench
