/// @file
/// Abseil's mutex with the standard's names. Only where Abseil is installed: a lab's bench/peers/absl includes it.
#pragma once

#include <absl/synchronization/mutex.h>

namespace kev::bench {

class absl_mutex {
public:
    // Debian builds it with a search for deadlocks in each call, which costs more than the mutex.
    absl_mutex() { absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore); }
    void lock() { mutex_.Lock(); }
    bool try_lock() { return mutex_.TryLock(); }
    void unlock() { mutex_.Unlock(); }
    absl::Mutex* native_handle() { return &mutex_; }

private:
    absl::Mutex mutex_;
};

} // namespace kev::bench
