/// @file
/// Abseil's mutex, which is a reader/writer lock, with the standard's names. Only where Abseil is installed.
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
    void lock_shared() { mutex_.ReaderLock(); }
    bool try_lock_shared() { return mutex_.ReaderTryLock(); }
    void unlock_shared() { mutex_.ReaderUnlock(); }
    absl::Mutex* native_handle() { return &mutex_; }

private:
    absl::Mutex mutex_;
};

} // namespace kev::bench
