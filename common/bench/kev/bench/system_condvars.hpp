/// @file
/// The condition variables that the system brings, with the mutexes they work with: the peers that
/// ours are measured against.
#pragma once

#include <condition_variable>
#include <mutex>

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

/// Calls visit.template operator()<Condvar, Mutex>("name") for each of this system.
template <typename Visitor>
void for_each_system_condvar(Visitor visit) {
    visit.template operator()<windows_condvar, srw_lock>("CONDITION_VARIABLE");
    visit.template operator()<std::condition_variable, std::mutex>("winpthreads");
}

#else

/// Calls visit.template operator()<Condvar, Mutex>("name") for each of this system.
template <typename Visitor>
void for_each_system_condvar(Visitor visit) {
    visit.template operator()<std::condition_variable, std::mutex>("std::condition_variable");
}

#endif

} // namespace kev::bench
