// Abseil's mutex and condition variable, with the standard's names.
#pragma once

#include <absl/synchronization/mutex.h>

#include <mutex>

namespace kev::bench {

class absl_mutex {
public:
    // Debian builds it with a search for deadlocks in each call, which costs more than the mutex.
    absl_mutex() { absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore); }
    void lock() { mutex_.Lock(); }
    void unlock() { mutex_.Unlock(); }
    absl::Mutex* native_handle() { return &mutex_; }

private:
    absl::Mutex mutex_;
};

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

template <typename Visitor>
void for_each_absl_condvar(Visitor visit) {
    visit.template operator()<absl_condvar, absl_mutex>("absl::CondVar");
}

} // namespace kev::bench
