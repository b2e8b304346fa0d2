/// @file
/// The condition variables that the system brings, with the mutexes they work with: the peers that
/// ours are measured against.
#pragma once

#include <condition_variable>
#include <mutex>

#include <kev/bench/candidates.hpp>
#include <kev/bench/system_locks.hpp>

namespace kev::bench {

#if defined(_WIN32)

/// Vista's condition variable with its slim lock. It has the part of the standard's interface that the
/// benchmarks use.
class windows_condvar {
public:
    void wait(std::unique_lock<srw_lock>& lock) noexcept {
        SleepConditionVariableSRW(&condition_, lock.mutex()->native_handle(), INFINITE, 0);
    }
    template <typename Predicate>
    void wait(std::unique_lock<srw_lock>& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }
    void notify_one() noexcept { WakeConditionVariable(&condition_); }
    void notify_all() noexcept { WakeAllConditionVariable(&condition_); }

private:
    CONDITION_VARIABLE condition_ = CONDITION_VARIABLE_INIT;
};

template <>
inline constexpr bool counts_calls<windows_condvar> = false;

/// Those of this system.
inline constexpr candidates system_condvars{
    candidate<condvar_with<windows_condvar, srw_lock>>{"CONDITION_VARIABLE"},
    candidate<condvar_with<std::condition_variable, std::mutex>>{"winpthreads"}};

#else

/// Those of this system.
inline constexpr candidates system_condvars{
    candidate<condvar_with<std::condition_variable, std::mutex>>{"std::condition_variable"}};

#endif

template <>
inline constexpr bool counts_calls<std::condition_variable> = false;

} // namespace kev::bench
