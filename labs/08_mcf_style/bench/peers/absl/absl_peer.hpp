// Abseil's mutex and call_once, with the standard's names.
#pragma once

#include <absl/base/call_once.h>
#include <absl/synchronization/mutex.h>

namespace kev::bench {

class absl_mutex {
public:
    // Debian builds it with a search for deadlocks in each call, which costs more than the mutex.
    absl_mutex() { absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore); }
    void lock() { mutex_.Lock(); }
    void unlock() { mutex_.Unlock(); }

private:
    absl::Mutex mutex_;
};

template <typename Visitor>
void for_each_absl_lock(Visitor visit) {
    visit.template operator()<absl_mutex>("absl::Mutex");
}

template <typename Visitor>
void for_each_absl_once_flag(Visitor visit) {
    visit.template operator()<absl::once_flag>("absl::call_once");
}

} // namespace kev::bench
