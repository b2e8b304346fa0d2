/// @file
/// Abseil's mutex, which is a reader/writer lock, with the standard's names. Only where Abseil is installed.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

namespace kev::bench {

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

} // namespace kev::bench
