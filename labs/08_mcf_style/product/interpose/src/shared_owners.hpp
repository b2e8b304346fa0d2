// Which reader/writer locks the calling thread owns as a reader.
#pragma once

#include <cstdint>

namespace kev::interpose {

class rwlock_object;

/// POSIX lets a reader lock once more, and a thread that does so behind a waiting writer would wait for itself. So a
/// thread notes its locks, and a second lock only counts here. There is room for sixteen locks: a thread that owns more at a
/// time must not lock those again.
class shared_owner {
public:
    /// The calling thread's note of this lock, or null.
    static shared_owner* find(rwlock_object const& lock) noexcept;
    /// The thread has locked it for the first time.
    static void add(rwlock_object& lock) noexcept;

    void lock_again() noexcept { ++depth_; }
    /// @return whether the thread has unlocked the lock as often as it has locked it.
    bool unlock() noexcept;

private:
    friend void repair_shared_owners() noexcept;

    rwlock_object* lock_ = nullptr;
    std::uint32_t depth_ = 0;
};

/// In the child of a fork(): makes the locks anew that the calling thread owns as a reader.
void repair_shared_owners() noexcept;

} // namespace kev::interpose
