/// @file
/// What a condition variable asks of a lock.
#pragma once

namespace kev::lab04 {

/// The standard's BasicLockable: a mutex of these labs, a std::unique_lock of one, anything with the
/// two operations.
template <typename Lock>
concept basic_lockable = requires(Lock& lock) {
    lock.lock();
    lock.unlock();
};

} // namespace kev::lab04
